import { DatabaseSync } from 'node:sqlite';
import { allowedNewFile, allowedPath } from '../../allowed-path.ts';
import type { ConnectionTarget } from '../../connection-target.ts';

/** How long a statement waits for another program that writes. */
const BUSY_TIMEOUT_MS = 10_000;

/** Opens the file of a connection. Only a writer creates it. @throws UserError */
export async function openSqlite(
  { connection }: ConnectionTarget,
  access: 'read' | 'write',
): Promise<DatabaseSync> {
  const allowed = access === 'read' ? allowedPath : allowedNewFile;
  const file = await allowed(connection.database ?? '', process.env);
  return new DatabaseSync(file, { readOnly: access === 'read', timeout: BUSY_TIMEOUT_MS });
}

/** Opens the file of a connection to read, uses it, and closes it. @throws UserError */
export async function readingSqlite<T>(
  target: ConnectionTarget,
  work: (database: DatabaseSync) => T | Promise<T>,
): Promise<T> {
  const database = await openSqlite(target, 'read');
  try {
    return await work(database);
  } finally {
    database.close();
  }
}
