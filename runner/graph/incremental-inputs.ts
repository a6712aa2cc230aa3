import { UserError } from '../domain/errors.ts';
import type { SqlSource } from '../domain/sql-source.ts';
import type { WatermarkKey } from '../domain/watermark.ts';
import type { NodeContext } from '../nodes/definition.ts';
import type { NodeOutput } from '../plan/relation.ts';
import type { DiscoveredSource } from '../plan/operators/database.ts';
import { lowerNode } from './lower-node.ts';
import { markParameters, queryDigestOf } from './query-identity.ts';
import type { PlannedNode } from './validate-graph.ts';

/** An input node that reads incrementally. */
export interface IncrementalInput {
  readonly key: WatermarkKey;
  /** All of its rows. */
  readonly source: SqlSource;
  /** The digest of the text of its query. Absent: it reads a table. */
  readonly queryDigest?: string;
}

/** The inputs of a flow that read incrementally, in the order of the plan. */
export function incrementalInputs(
  steps: readonly PlannedNode[],
  context: NodeContext,
): readonly IncrementalInput[] {
  return steps.flatMap((step) => {
    const found = incrementalSource(step, context);
    if (found === null) return [];
    const { connectionId, source, incrementalColumn: column, writtenQuery: query } = found;
    const table = source.kind === 'table' ? { schema: source.schema, table: source.table } : null;
    const key = { nodeId: step.node.id, connectionId, table, column };
    if (query === undefined) return [{ key, source }];
    const queryDigest = queryDigestOf(query.text);
    const parameters = markParameters(query.parameters);
    const isBound = Object.keys(parameters).length > 0;
    return [{ key: isBound ? { ...key, parameters } : key, source, queryDigest }];
  });
}

type IncrementalSource = DiscoveredSource & { readonly incrementalColumn: string };

function incrementalSource(step: PlannedNode, context: NodeContext): IncrementalSource | null {
  const output = inputOutput(step, context);
  if (output?.op !== 'discoveredSource' || output.incrementalColumn === undefined) return null;
  return { ...output, incrementalColumn: output.incrementalColumn };
}

/**
 * What an input node reads of its connection. Null for other nodes, and for a config that cannot be used: the
 * evaluation of the node fails with the same reason.
 * @throws Error for a defect of the node: read without its watermark, an incremental input would return all rows
 */
export function inputOutput(step: PlannedNode, context: NodeContext): NodeOutput | null {
  if (step.definition.kind !== 'input' || !step.definition.usesConnection) return null;
  const none = (): never => {
    throw new Error('An input node has no inputs');
  };
  try {
    return lowerNode(step, { one: none, many: none }, context).of();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return null;
  }
}
