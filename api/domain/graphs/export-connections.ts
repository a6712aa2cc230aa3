import { plannedParameters } from '../../../runner/export/export-parameters.ts';
import type { ExportRequest } from '../../../runner/export/export-request.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import { readConfig } from '../../../runner/graph/node-config.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import { usedConnections, type FindConnections } from '../connections/connections-named.ts';
import type { FindSources } from '../runs/found-sources-store.ts';

export interface ExportConnectionsDeps {
  readonly findConnections: FindConnections;
  readonly findSources: FindSources;
}

/**
 * What a script knows of connections: where they point at, and what a run found there.
 * @throws RefusedConnectionError for a connection that the project of the flow may not use
 */
export async function exportConnections(
  flow: {
    readonly id: string;
    readonly projectId: string;
    readonly graph: GraphDocument;
  },
  { findConnections, findSources }: ExportConnectionsDeps,
): Promise<Required<Pick<ExportRequest, 'connections' | 'found'>>> {
  const parameters = plannedParameters(flow.graph.parameters ?? []);
  const nodes = flow.graph.nodes.flatMap((node) => {
    const definition = nodeOfType(node.type);
    if (definition === undefined || definition.usesConnection === null) return [];
    return [{ node, definition, config: readConfig(definition, node, parameters) }];
  });
  const reads = nodes.flatMap(({ node, definition }) =>
    definition.kind === 'input' ? [node] : [],
  );
  const [connections, found] = await Promise.all([
    usedConnections(nodes, findConnections, flow.projectId),
    findSources(flow.id, reads),
  ]);
  return { connections, found };
}
