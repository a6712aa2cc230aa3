import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { jsonText, queryRows } from '../../../prisma/query-rows.ts';
import { connectionIdsOf } from './connection-ids.ts';

const flowRow = z.object({
  name: z.string(),
  projectId: z.string(),
  graph: jsonText<unknown>(),
});

/** A flow with a node that uses a connection. */
export interface ConnectedFlow {
  readonly name: string;
  readonly projectId: string;
}

/** The flows with a node that uses a connection, by name. */
export async function findConnectedFlows(
  database: Database,
  connectionId: string,
): Promise<readonly ConnectedFlow[]> {
  // Prisma's client has no position of a text in another one. The graphs that contain the id are few.
  const rows = await queryRows(
    database,
    flowRow,
    Prisma.sql`
      SELECT name, project_id AS "projectId", graph_json AS graph FROM flows
      WHERE deleted_at IS NULL AND position(${connectionId} IN graph_json) > 0 ORDER BY name, id`,
  );
  return rows.flatMap(({ graph, ...flow }) =>
    connectionIdsOf(graph).includes(connectionId) ? [flow] : [],
  );
}
