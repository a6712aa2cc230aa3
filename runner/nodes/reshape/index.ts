import type { AnyNode } from '../definition.ts';
import { asofJoin } from './asof-join.ts';
import { concatRows } from './concat-rows.ts';
import { crossJoin } from './cross-join.ts';
import { explodeRows } from './explode-rows.ts';
import { groupByAggregate } from './group-by-aggregate.ts';
import { join } from './join.ts';
import { lookup } from './lookup.ts';
import { pivot } from './pivot.ts';
import { unpivot } from './unpivot.ts';

/** The node types of the category `reshape`. */
export const reshapeNodes: readonly AnyNode[] = [
  asofJoin,
  concatRows,
  crossJoin,
  explodeRows,
  groupByAggregate,
  join,
  lookup,
  pivot,
  unpivot,
];
