import type { Relation } from '../relation.ts';
import { allColumns } from './columns-needed.ts';
import { fuseProjections } from './fuse-projections.ts';
import { dropDeadFields } from './prune-columns.ts';
import { pushFilters } from './push-filters.ts';
import { pushSlices } from './push-slices.ts';
import { relationKey } from './relation-key.ts';

/** Each round makes the plan smaller or moves a filter or a slice down, and few plans need a third one. */
const MAX_ROUNDS = 5;

/** From a plan to one with the same rows, order, types and failures. */
type Pass = (relation: Relation) => Relation;

const PASSES: readonly Pass[] = [
  pushFilters,
  pushSlices,
  fuseProjections,
  (relation) => dropDeadFields(relation, allColumns(relation)),
];

/**
 * Applies the passes until none changes the plan: moves filters and slices to the inputs, fuses projections,
 * and drops columns that nothing reads. The leaves are the inputs of the plan.
 */
export function optimize(relation: Relation): Relation {
  let current = relation;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = PASSES.reduce((plan, pass) => pass(plan), current);
    if (relationKey(next) === relationKey(current)) return current;
    current = next;
  }
  return current;
}
