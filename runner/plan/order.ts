import { applyByOperator, type ByOperator } from './by-operator.ts';
import type { JoinKind } from '../domain/join.ts';
import { inputsOf, isDiscovered, type NodeOutput } from './relation.ts';

/** What an operator does with the order of rows. */
export interface RowOrder {
  /**
   * `kept`: rows are in the order of the input · `made`: the operator orders its rows · `destroyed`: a backend
   * may return the rows in any order. The engines of the product return the order that the operator documents
   * even then; an exported script does not.
   */
  readonly effect: 'kept' | 'made' | 'destroyed';
  /** Whether rows, cells or their order depend on the order of the input. */
  readonly observed: boolean;
}

/** What the outermost operator does with the order of rows. */
export function orderOf(output: NodeOutput): RowOrder {
  if (output.op === 'discoveredOpaque') return BY_SCRIPT;
  if (output.op === 'discoveredSource') return UNORDERED;
  if (output.op === 'discoveredObject') return ORDER_OF_FILE;
  return isDiscovered(output) ? SORTED_BY_INDEX : applyByOperator(ORDER, output);
}

/**
 * Whether every backend returns the rows in one order. It does unless an operator destroys the order and no
 * later one makes another that is independent of it.
 */
export function hasOrder(output: NodeOutput): boolean {
  const { effect, observed } = orderOf(output);
  if (effect === 'destroyed') return false;
  if (effect === 'made' && !observed) return true;
  if (output.op === 'discoveredOpaque') return output.inputs.every(hasOrder);
  return isDiscovered(output) || inputsOf(output).every(hasOrder);
}

const KEPT: RowOrder = { effect: 'kept', observed: false };
/** The result depends on the order, which it keeps. */
const KEPT_AND_OBSERVED: RowOrder = { effect: 'kept', observed: true };
/** An index identifies a row of a pivot, so the order of the input has no influence. */
const SORTED_BY_INDEX: RowOrder = { effect: 'made', observed: false };

/** A database returns rows in any order. */
const UNORDERED: RowOrder = { effect: 'destroyed', observed: false };

/** That of the rows in the file. */
const ORDER_OF_FILE: RowOrder = { effect: 'made', observed: false };

/** A script sees the order of its rows and returns rows in an order of its own. */
const BY_SCRIPT: RowOrder = { effect: 'made', observed: true };

/** The joins whose rows follow those of the left side in every backend. */
const ORDERED_JOINS: readonly JoinKind[] = ['left', 'semi', 'anti'];

const ORDER: ByOperator<readonly [], RowOrder> = {
  source: () => ({ effect: 'made', observed: false }),
  input: () => KEPT,
  project: () => KEPT,
  // A fill takes the nearest row.
  window: () => KEPT_AND_OBSERVED,
  filter: () => KEPT,
  // Rows with equal keys keep their order.
  sort: () => ({ effect: 'made', observed: true }),
  slice: () => KEPT_AND_OBSERVED,
  // Which rows are drawn depends on their place.
  sample: () => KEPT_AND_OBSERVED,
  distinct: ({ keep }) => (keep === 'none' ? KEPT : KEPT_AND_OBSERVED),
  // Groups are in the order of first appearance.
  aggregate: () => ({ effect: 'made', observed: true }),
  join: ({ plan }) =>
    // Of equal right keys, the order decides.
    plan.asof !== undefined
      ? KEPT_AND_OBSERVED
      : ORDERED_JOINS.includes(plan.how)
        ? KEPT
        : { effect: 'destroyed', observed: false },
  cross: () => KEPT,
  duplicates: () => KEPT,
  union: () => KEPT,
  unpivot: () => KEPT,
  explode: () => KEPT,
  digest: () => KEPT,
  // Rows are in the order of the columns.
  describe: () => ({ effect: 'made', observed: false }),
  correlate: () => ({ effect: 'made', observed: false }),
  // The edges do not depend on the order.
  bin: () => KEPT,
  pivot: () => SORTED_BY_INDEX,
  opaque: () => BY_SCRIPT,
  check: () => KEPT,
  nullReport: () => KEPT,
  artifact: () => KEPT,
  sink: () => KEPT_AND_OBSERVED,
};
