import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { jsonText, queryRows } from '../../../prisma/query-rows.ts';
import type { GraphDocument, GraphNode } from '../../../runner/domain/graph.ts';
import type { NodeResult } from '../../../runner/domain/run-result.ts';
import type { FoundSource } from '../../../runner/export/export-request.ts';
import { storedGraph } from './stored-graph.ts';

/** Finds what nodes read in the latest successful run of a flow, by the ids of the nodes. */
export type FindSources = (
  flowId: string,
  nodes: readonly GraphNode[],
) => Promise<ReadonlyMap<string, FoundSource>>;

const foundRun = z.object({
  graph: z.string().transform(storedGraph),
  results: z.array(jsonText<NodeResult>()),
});

/** A node that was changed after the run is left out. */
export function sourceFinder(database: Database): FindSources {
  return async (flowId, nodes) => {
    if (nodes.length === 0) return new Map();
    const sql = Prisma.sql`
      SELECT graph_snapshot AS graph,
             ARRAY(SELECT result_json FROM node_results
                   WHERE run_id = runs.id ORDER BY position) AS results
      FROM runs WHERE flow_id = ${flowId} AND status = 'success'
      ORDER BY created_at DESC LIMIT 1`;
    const [run] = await queryRows(database, foundRun, sql);
    return run === undefined ? new Map() : sourcesOf(nodes, run);
  };
}

function sourcesOf(
  nodes: readonly GraphNode[],
  { graph, results }: { readonly graph: GraphDocument; readonly results: readonly NodeResult[] },
): ReadonlyMap<string, FoundSource> {
  const found = new Map<string, FoundSource>();
  for (const result of results) {
    const { node_id: id, column_types: types, object_path: path, object_options: options } = result;
    // A run of an earlier version does not have the options.
    if (path !== undefined && options === undefined) continue;
    const [now, then] = [nodes, graph.nodes].map((all) => all.find((node) => node.id === id));
    if (now === undefined || types === undefined) continue;
    if (!isDeepStrictEqual(now.data.config, then?.data.config)) continue;
    const columns = result.columns.map((name, place) => ({ name, type: types[place] ?? 'string' }));
    const misread = result.object_misread_columns ?? [];
    found.set(id, { columns, options: options ?? null, misreadColumns: misread });
  }
  return found;
}
