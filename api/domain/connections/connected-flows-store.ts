import { z } from 'zod';
import type { Database } from '../../../prisma/client.ts';
import { Prisma } from '../../../prisma/generated/client.ts';
import { jsonText, queryRows } from '../../../prisma/query-rows.ts';
import { connectionIdsOf } from './connection-ids.ts';

const flowRow = z.object({ name: z.string(), graph: jsonText<unknown>() });

/** The names of the flows with a node that uses a connection, in alphabetical order. */
export async function namesOfConnectedFlows(
  database: Database,
  connectionId: string,
): Promise<readonly string[]> {
  // Prisma's client has no position of a text in another one. The graphs that contain the id are few.
  const rows = await queryRows(
    database,
    flowRow,
    Prisma.sql`
      SELECT name, graph_json AS graph FROM flows
      WHERE deleted_at IS NULL AND position(${connectionId} IN graph_json) > 0 ORDER BY name, id`,
  );
  return rows.flatMap(({ name, graph }) =>
    connectionIdsOf(graph).includes(connectionId) ? [name] : [],
  );
}
