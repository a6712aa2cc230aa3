import type { GraphDocument } from '../../../runner/domain/graph.ts';
import { exportFlow } from '../../../runner/export/export-flow.ts';
import { readGraph } from '../../../runner/graph/read-graph.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import { invalid } from '../../domain/errors.ts';
import type { DatasetService } from '../../domain/datasets/service.ts';
import type { FlowService } from '../../domain/flows/service.ts';
import { exportInputs } from './export-inputs.ts';
import type { FlowRecord } from '../../domain/flows/store.ts';
import { DOCUMENT_FORMAT, type CodeExportResponse, type FlowDocument } from './schemas.ts';

export interface ExportServiceDeps {
  readonly flows: Pick<FlowService, 'get'>;
  readonly datasets: Pick<DatasetService, 'version'>;
}

export interface ExportOptions {
  readonly freeIntermediates: boolean;
  readonly includeNotebooks: boolean;
}

/** Writes saved flows as Python. */
export class ExportService {
  readonly #deps: ExportServiceDeps;

  constructor(deps: ExportServiceDeps) {
    this.#deps = deps;
  }

  /** @throws DomainError not_found, invalid for an empty flow; UserError when the flow could not run either */
  async exportPython(flowId: string, options: ExportOptions): Promise<CodeExportResponse> {
    const flow = await this.#deps.flows.get(flowId);
    const graph = readGraph(flow.graph);
    if (graph.nodes.length === 0) throw invalid('The flow has no nodes: nothing to export');
    refuseWithoutOutput(graph);
    const inputs = await exportInputs(graph, this.#deps.datasets);
    return {
      ...exportFlow({ flowName: flow.name, graph, inputs, ...options }),
      flow_document: documentOf(flow),
    };
  }

  /** Any flow, also one that could not run. @throws DomainError not_found */
  async exportDocument(flowId: string): Promise<FlowDocument> {
    return documentOf(await this.#deps.flows.get(flowId));
  }
}

function documentOf({ name, description, graph }: FlowRecord): FlowDocument {
  return { format: DOCUMENT_FORMAT, name, description, graph_json: graph };
}

/** A script without an output writes nothing. A node of an unknown type may be one: it is refused later. */
function refuseWithoutOutput({ nodes }: GraphDocument): void {
  const mayWrite = nodes.some(({ type }) => (nodeOfType(type)?.kind ?? 'output') === 'output');
  if (!mayWrite) throw invalid('The flow has no output node. Add one to write to.');
}
