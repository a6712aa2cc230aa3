import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { jsonText, queryRows } from '../../../prisma/query-rows.ts';
import type { ColumnSchema } from '../../../runner/domain/column.ts';
import type { GraphDocument, GraphNode } from '../../../runner/domain/graph.ts';
import type { NodeResult } from '../../../runner/domain/run-result.ts';
import { storedGraph } from './stored-graph.ts';

/** Finds the columns of nodes in the latest successful run of a flow, by the ids of the nodes. */
export type FindColumns = (
  flowId: string,
  nodes: readonly GraphNode[],
) => Promise<ReadonlyMap<string, readonly ColumnSchema[]>>;

const foundRun = z.object({
  graph: z.string().transform(storedGraph),
  results: z.array(jsonText<NodeResult>()),
});

/** A node that was changed after the run is left out. */
export function columnFinder(database: Database): FindColumns {
  return async (flowId, nodes) => {
    if (nodes.length === 0) return new Map();
    const sql = Prisma.sql`
      SELECT graph_snapshot AS graph,
             ARRAY(SELECT result_json FROM node_results
                   WHERE run_id = runs.id ORDER BY position) AS results
      FROM runs WHERE flow_id = ${flowId} AND status = 'success'
      ORDER BY created_at DESC LIMIT 1`;
    const [run] = await queryRows(database, foundRun, sql);
    return run === undefined ? new Map() : columnsOf(nodes, run);
  };
}

function columnsOf(
  nodes: readonly GraphNode[],
  { graph, results }: { readonly graph: GraphDocument; readonly results: readonly NodeResult[] },
): ReadonlyMap<string, readonly ColumnSchema[]> {
  const found = new Map<string, readonly ColumnSchema[]>();
  for (const { node_id: id, columns, column_types: types } of results) {
    const [now, then] = [nodes, graph.nodes].map((all) => all.find((node) => node.id === id));
    if (now === undefined || types === undefined) continue;
    if (!isDeepStrictEqual(now.data.config, then?.data.config)) continue;
    found.set(
      id,
      columns.map((name, place) => ({ name, type: types[place] ?? 'string' })),
    );
  }
  return found;
}
