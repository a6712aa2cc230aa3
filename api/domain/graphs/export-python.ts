import type { GraphDocument } from '../../../runner/domain/graph.ts';
import { exportFlow } from '../../../runner/export/export-flow.ts';
import { readGraph } from '../../../runner/graph/read-graph.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import { allInOrder } from '../all-in-order.ts';
import type { DatasetService } from '../datasets/service.ts';
import { invalid } from '../errors.ts';
import type { FlowRecord } from '../flows/store.ts';
import { exportConnections, type ExportConnectionsDeps } from './export-connections.ts';
import { exportInputs } from './export-inputs.ts';

export interface ExportOptions {
  readonly freeIntermediates: boolean;
  readonly includeNotebooks: boolean;
}

/** Where an export finds what the nodes of a flow read and write. */
export interface ExportSources extends ExportConnectionsDeps {
  readonly datasets: Pick<DatasetService, 'version'>;
}

/**
 * Writes a saved flow as Python.
 * @throws DomainError invalid for an empty flow or one without an output; UserError when it could not run
 */
export async function exportPython(
  flow: FlowRecord,
  { datasets, ...connections }: ExportSources,
  options: ExportOptions,
): Promise<ReturnType<typeof exportFlow>> {
  const graph = readGraph(flow.graph);
  if (graph.nodes.length === 0) throw invalid('The flow has no nodes: nothing to export');
  requireOutput(graph);
  const [inputs, known] = await allInOrder([
    exportInputs(graph, datasets),
    exportConnections({ ...flow, graph }, connections),
  ]);
  return exportFlow({ flowName: flow.name, graph, inputs, ...known, ...options });
}

/** A node of an unknown type may be an output; the exporter rejects it later. */
function requireOutput({ nodes }: GraphDocument): void {
  const mayEnd = nodes.some(({ type }) => {
    const { kind = 'output', isFlowTerminal = false } = nodeOfType(type) ?? {};
    return kind === 'output' || isFlowTerminal;
  });
  if (!mayEnd) throw invalid('The flow has no output node. Add one to write to, or a chart.');
}
