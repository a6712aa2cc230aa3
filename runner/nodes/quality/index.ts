import type { AnyNode } from '../definition.ts';
import { assertExpression } from './assert-expression.ts';
import { assertNotNull } from './assert-not-null.ts';
import { assertRowCount } from './assert-row-count.ts';
import { assertUnique } from './assert-unique.ts';
import { assertValueRange } from './assert-value-range.ts';
import { assertValuesInSet } from './assert-values-in-set.ts';

/** The node types of the category `quality`. */
export const qualityNodes: readonly AnyNode[] = [
  assertExpression,
  assertNotNull,
  assertRowCount,
  assertUnique,
  assertValueRange,
  assertValuesInSet,
];
