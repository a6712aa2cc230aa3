import { plannedParameters } from '../../../runner/export/export-parameters.ts';
import type { ExportRequest } from '../../../runner/export/export-request.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import { readConfig } from '../../../runner/graph/node-config.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import { usedConnections, type FindConnections } from '../connections/connections-named.ts';
import type { FindColumns } from '../runs/found-columns-store.ts';

export interface ExportConnectionsDeps {
  readonly findConnections: FindConnections;
  readonly findColumns: FindColumns;
}

/** What a script knows of connections: where they point at, and which columns a run found there. */
export async function exportConnections(
  flow: { readonly id: string; readonly graph: GraphDocument },
  { findConnections, findColumns }: ExportConnectionsDeps,
): Promise<Required<Pick<ExportRequest, 'connections' | 'foundColumns'>>> {
  const parameters = plannedParameters(flow.graph.parameters ?? []);
  const nodes = flow.graph.nodes.flatMap((node) => {
    const definition = nodeOfType(node.type);
    if (definition === undefined || definition.usesConnection === null) return [];
    return [{ node, definition, config: readConfig(definition, node, parameters) }];
  });
  const reads = nodes.flatMap(({ node, definition }) =>
    definition.kind === 'input' ? [node] : [],
  );
  const [connections, foundColumns] = await Promise.all([
    usedConnections(nodes, findConnections),
    findColumns(flow.id, reads),
  ]);
  return { connections, foundColumns };
}
