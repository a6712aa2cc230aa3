import type { AnyNode } from '../definition.ts';
import { castDtypes } from './cast-dtypes.ts';
import { dropNulls } from './drop-nulls.ts';
import { fillNulls } from './fill-nulls.ts';
import { filterExpression } from './filter-expression.ts';
import { filterRows } from './filter-rows.ts';
import { limitRows } from './limit-rows.ts';
import { removeDuplicates } from './remove-duplicates.ts';
import { sampleRows } from './sample-rows.ts';
import { sortRows } from './sort-rows.ts';
import { splitRows } from './split-rows.ts';
import { topRows } from './top-rows.ts';

/** The node types of the category `clean`. */
export const cleanNodes: readonly AnyNode[] = [
  castDtypes,
  dropNulls,
  fillNulls,
  filterExpression,
  filterRows,
  limitRows,
  removeDuplicates,
  sampleRows,
  sortRows,
  splitRows,
  topRows,
];
