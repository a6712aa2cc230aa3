import type { GraphDocument, GraphNode } from '../../../runner/domain/graph.ts';
import type { ExecutionPlan } from '../../../runner/graph/validate-graph.ts';
import type { NodeLookup } from '../../../runner/graph/node-lookup.ts';
import { readsDataset } from '../../../runner/nodes/definition.ts';
import { invalid } from '../../domain/errors.ts';
import { datasetIdOf } from '../../domain/graphs/resolve-inputs.ts';

/**
 * The graph of a run with `input_dataset_id`. A single input node reads the latest version of that
 * dataset, so that the run is listed under the dataset that it reads.
 */
export function withRequestedInput(
  graph: GraphDocument,
  datasetId: string | null,
  lookup: NodeLookup,
): GraphDocument {
  if (datasetId === null) return graph;
  const [only, ...others] = graph.nodes.filter(({ type }) => {
    const definition = lookup(type);
    return definition !== undefined && readsDataset(definition);
  });
  if (only === undefined || others.length > 0) return graph;
  return {
    ...graph,
    nodes: graph.nodes.map((node) => (node === only ? withDataset(node, datasetId) : node)),
  };
}

function withDataset(node: GraphNode, datasetId: string): GraphNode {
  const config = { ...node.data.config, dataset_id: datasetId, dataset_version: null };
  return { ...node, data: { ...node.data, config } };
}

/**
 * Several input nodes make the request ambiguous, so the dataset must be one that they already read.
 * @throws DomainError invalid
 */
export function checkRequestedInput(plan: ExecutionPlan, datasetId: string | null): void {
  if (datasetId === null) return;
  const inputs = plan.steps.filter(({ definition }) => readsDataset(definition));
  const read = new Set(inputs.map(({ config }) => datasetIdOf(config)));
  if (read.has(datasetId)) return;
  throw invalid(
    `"input_dataset_id" must be one of the datasets that the flow reads (${[...read].join(', ')}): the flow has ${inputs.length} inputs, so another dataset cannot take the place of one.`,
  );
}
