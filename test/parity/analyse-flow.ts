import type { ColumnSchema } from '../../runner/domain/column.ts';
import type { GraphDocument } from '../../runner/domain/graph.ts';
import { EXAMPLE_TIME } from '../../runner/expressions/functions/example-row.ts';
import { analyseColumns, type AnalysedNode } from '../../runner/graph/analyse-columns.ts';
import type { GraphIndex } from '../../runner/graph/graph-index.ts';
import { inspectGraph } from '../../runner/graph/inspect-graph.ts';
import { resolveParameters } from '../../runner/graph/resolve-parameters.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';

/** The plans and the lineage of a flow's nodes. */
export interface AnalysedFlow {
  readonly nodes: readonly AnalysedNode[];
  readonly index: GraphIndex;
}

/**
 * Analyses a flow with the defaults of its parameters.
 * @param sources the columns of the input nodes
 */
export async function analyseFlow(
  graph: GraphDocument,
  sources: ReadonlyMap<string, readonly ColumnSchema[]>,
): Promise<AnalysedFlow> {
  const overrides = resolveParameters(graph.parameters ?? [], {});
  const options = { lookup: nodeOfType, overrides, localTime: EXAMPLE_TIME };
  const inspection = inspectGraph(graph, options);
  const { nodes } = await analyseColumns(inspection, sources);
  return { nodes, index: inspection.index };
}
