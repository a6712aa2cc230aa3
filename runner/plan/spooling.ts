import { leadingInput } from './leading-input.ts';
import type { NodeOutput, Relation } from './relation.ts';
import { fallibleOperators, rowBehaviour } from './traits.ts';

/**
 * A plan of more nodes is evaluated once and spooled instead of evaluated for each query. A query of a
 * row-wise plan costs less than a spool; the limit bounds the nesting of a plan and the repeated work.
 */
const MAX_FUSED_NODES = 32;
/** The same limit for a plan with several consumers. */
const MAX_SHARED_NODES = 2;

/** How often a result is read. */
export interface Readers {
  /** The number of edges and files that read it. */
  readonly consumers: number;
  /** Whether Parquet files alone read it: a spooled result is such a file already. Default: false. */
  readonly isOnlyWritten?: boolean | undefined;
}

/**
 * Whether an engine with lazy plans evaluates the plan at this node, so that its work is done only once.
 * @param nodes the number of nodes whose work the plan does
 */
export function isSpooled(relation: Relation, readers: Readers, nodes: number): boolean {
  if (rowBehaviour(relation) === 'other' || nodes > MAX_FUSED_NODES) return true;
  // Its sample alone would evaluate the whole plan.
  if (leadingInput(relation) === null) return true;
  if (readers.isOnlyWritten === true && isEvaluatedAtNode(relation)) return true;
  return readers.consumers > 1 && nodes > MAX_SHARED_NODES;
}

/** Whether columns are evaluated at the node, because they can fail or because values can be lost. */
function isEvaluatedAtNode(relation: Relation): boolean {
  if (relation.op === 'nullReport') return relation.kind === 'lost';
  return fallibleOperators(relation).length > 0;
}

/** Whether the output is a Parquet file of the run. */
export function isParquetFile(output: NodeOutput): boolean {
  if (output.op !== 'sink' || output.target.kind !== 'file') return false;
  return output.target.format === 'parquet';
}
