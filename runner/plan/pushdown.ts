import type { Aggregate } from '../expressions/aggregates.ts';
import type { Input, Relation } from './relation.ts';
import { mapInputs, operandsOf } from './rewrite.ts';
import { orderOf } from './order.ts';
import { isFallible } from './traits.ts';

/** A place of data that evaluates the operators of a plan itself, such as a database. */
export interface Backend {
  /** Whether the data of a leaf is there. */
  holds(leaf: Input): boolean;
  /** Whether it evaluates an operator exactly as the engines do, over inputs that it evaluates. */
  supports(relation: Relation): boolean;
  /**
   * Whether the failure of an operator that it supports is noticed where no operator of the part is above.
   * Default: no.
   */
  notices?(relation: Relation): boolean;
}

/** A plan of which a backend evaluates parts. */
export interface Pushdown {
  /** The plan over the results of the parts. */
  readonly rest: Relation;
  /** The part by the leaf of `rest` that stands for its result. */
  readonly parts: ReadonlyMap<Input, Relation>;
}

/**
 * Finds the longest parts of a plan above the leaves of a backend that it can evaluate. Rows, types and
 * failures stay, and so does the order that a sort makes; the rows of a leaf have none.
 *
 * - An operator that can fail is in no part, since a backend may evaluate a value more often, or never. It may
 *   be the last of a part whose backend notices its failure.
 * - First, last, limits, samples and windows are in a part only over sorted rows.
 * - Groups over sorted rows are in none: they are in the order of first appearance.
 */
export function pushDown(root: Relation, backend: Backend): Pushdown {
  const inside = new Map<Relation, boolean>();
  const isInside = (relation: Relation): boolean => {
    const found =
      inside.get(relation) ?? (!isFallible(relation) && canPushDown(relation, backend, isInside));
    inside.set(relation, found);
    return found;
  };
  const isLast = (relation: Relation): boolean =>
    isInside(relation) ||
    (backend.notices?.(relation) === true && canPushDown(relation, backend, isInside));
  const parts = new Map<Input, Relation>();
  const visited = new Map<Relation, Relation>();
  const visit = (relation: Relation): Relation => {
    const found = visited.get(relation) ?? replaced(relation);
    visited.set(relation, found);
    return found;
  };
  const replaced = (relation: Relation): Relation => {
    if (relation.op === 'input' || !isLast(relation)) return mapInputs(relation, visit);
    const { columns } = relation;
    const leaf: Input = { op: 'input', handle: 'part', position: parts.size, relation, columns };
    parts.set(leaf, relation);
    return leaf;
  };
  return { rest: visit(root), parts };
}

function canPushDown(
  relation: Relation,
  backend: Backend,
  isInside: (relation: Relation) => boolean,
): boolean {
  if (relation.op === 'input') return backend.holds(relation);
  if (!backend.supports(relation)) return false;
  const inputs = operandsOf(relation);
  return inputs.length > 0 && inputs.every(isInside) && hasItsOrder(relation);
}

/** Whether the result does not depend on an order that a backend does not have. */
function hasItsOrder(relation: Relation): boolean {
  if (relation.op === 'sort') return true;
  if (relation.op === 'aggregate') {
    const isOfOrder = relation.calls.some((call) => OF_ORDER.has(call.aggregate));
    return !isOfOrder && !isSorted(relation.input);
  }
  // Of rows that are equal in all columns any may stay.
  const isOfWholeRows =
    relation.op === 'distinct' && relation.keys.length === relation.columns.length;
  if (isOfWholeRows) return true;
  return !orderOf(relation).observed || operandsOf(relation).every(isSorted);
}

const OF_ORDER: ReadonlySet<Aggregate> = new Set(['first', 'last']);

/** Whether the plan itself orders the rows. */
function isSorted(relation: Relation): boolean {
  if (relation.op === 'input') return false;
  const { effect, observed } = orderOf(relation);
  if (relation.op === 'sort' || (effect === 'made' && !observed)) return true;
  return effect !== 'destroyed' && operandsOf(relation).every(isSorted);
}
