import { leadingInput } from './leading-input.ts';
import type { Relation } from './relation.ts';
import { rowBehaviour } from './traits.ts';

/**
 * A plan of more nodes is evaluated once and spooled instead of evaluated for each query. A query of a
 * row-wise plan costs less than a spool; the limit bounds the nesting of a plan and the repeated work.
 */
const MAX_FUSED_NODES = 32;
/** The same limit for a plan with several consumers. */
const MAX_SHARED_NODES = 2;

/**
 * Whether an engine with lazy plans evaluates the plan at this node, so that its work is done only once.
 * @param consumers the number of edges and files that read the result
 * @param nodes the number of nodes whose work the plan does
 */
export function isSpooled(relation: Relation, consumers: number, nodes: number): boolean {
  if (rowBehaviour(relation) === 'other' || nodes > MAX_FUSED_NODES) return true;
  // Its sample alone would evaluate the whole plan.
  if (leadingInput(relation) === null) return true;
  return consumers > 1 && nodes > MAX_SHARED_NODES;
}
