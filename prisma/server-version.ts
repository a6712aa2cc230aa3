import type { Client } from 'pg';
import { UnsupportedDatabaseError } from './unsupported-database-error.ts';

/** The schema uses `IS JSON`, which PostgreSQL 16 introduced. */
const MINIMUM_MAJOR = 16;

/** @throws UnsupportedDatabaseError when the server is older than PostgreSQL 16 */
export async function assertServerVersion(client: Client): Promise<void> {
  const { rows } = await client.query<{ number: number; version: string }>(
    `SELECT current_setting('server_version_num')::int AS number, current_setting('server_version') AS version`,
  );
  const [server] = rows;
  if (server === undefined || server.number >= MINIMUM_MAJOR * 10_000) return;
  throw new UnsupportedDatabaseError(
    `The database server is PostgreSQL ${server.version}, but Millrace needs PostgreSQL ${MINIMUM_MAJOR} or newer. Upgrade the server, or name another one in SERVICE_DATABASE_URL.`,
  );
}
