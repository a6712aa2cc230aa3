import { dropDeadFields } from './passes/prune-columns.ts';
import { pushSlices } from './passes/push-slices.ts';
import type { Input, Relation } from './relation.ts';
import { mapInputs } from './rewrite.ts';
import { isFallible, makesGroups } from './traits.ts';

/** The plan of the first rows of a relation. */
export function headOf(input: Relation, rows: number): Relation {
  const { columns } = input;
  return pushSlices({ op: 'slice', input, offset: 0, length: rows, at: {}, columns });
}

/** A relation with as many rows that costs less: without orders and columns that add and drop no row. */
export function countedPart(relation: Relation): Relation {
  const keepsCount = ({ op }: Relation): boolean =>
    op === 'project' || op === 'window' || op === 'sort' || op === 'bin';
  let current = relation;
  while ('input' in current && keepsCount(current) && !isFallible(current)) current = current.input;
  return dropDeadFields(current, new Set());
}

/**
 * Cuts the projections above the rows off, so that they are computed for the first rows only.
 * @returns the relation that decides about the rows, and the first rows of the whole relation over its result
 */
export function headOverRows(
  relation: Relation,
  rows: number,
): { readonly rows: Relation; readonly leaf: Input; readonly head: Relation } {
  let current = relation;
  while (current.op === 'project' && !isFallible(current)) current = current.input;
  const { columns } = current;
  const leaf: Input = { op: 'input', handle: 'rows', position: 0, relation: current, columns };
  const below = current;
  const replaced = (one: Relation): Relation => (one === below ? leaf : mapInputs(one, replaced));
  return { rows: below, leaf, head: headOf(replaced(relation), rows) };
}

/** Whether the first rows of a relation cost less than all of them, and are as sure to fail. */
export function hasHead(relation: Relation): boolean {
  return relation.op !== 'check' && !makesGroups(relation) && !isFallible(relation);
}
