import path from 'node:path';
import type { Logger } from 'pino';
import { migrate } from '../../prisma/migrate.ts';
import { makeFolder } from '../../runner/storage/make-folder.ts';
import type { Config } from '../config/config.ts';

export interface OpenDatabase {
  readonly url: string;
  /** Resolves with the reason when the embedded server exits. */
  readonly failure: Promise<Error>;
}

export interface DatabaseOpening {
  /** Resolves when the database is migrated. It rejects when the database cannot be opened or a migration fails. */
  readonly opened: Promise<OpenDatabase>;
}

/**
 * Starts the embedded database, or connects to the configured one, and migrates it in the background.
 * @throws Error when another service uses the data folder
 */
export async function openDatabase(
  config: Config,
  logger: Logger,
  resources: AsyncDisposableStack,
): Promise<DatabaseOpening> {
  const server =
    config.databaseUrl === null
      ? await launchEmbedded(config.dataDir, logger, resources)
      : { ready: Promise.resolve({ url: config.databaseUrl, failure: NEVER }) };
  const opened = server.ready.then(async (database) => {
    await migrate(database.url, { logger });
    return database;
  });
  // The caller can await it after it has failed.
  opened.catch(() => undefined);
  return { opened };
}

const UNLOCKED =
  'the database folder cannot be locked: start no other service on it in another container or on another machine, or name a folder on a disk of this machine by --data-dir or SERVICE_DATA_DIR';

/** The service does not watch an external server. */
const NEVER = new Promise<Error>(() => undefined);

async function launchEmbedded(
  dataDir: string,
  logger: Logger,
  resources: AsyncDisposableStack,
): Promise<{ readonly ready: Promise<OpenDatabase> }> {
  makeFolder(dataDir);
  // Loaded on demand: a service with an external database does not need it.
  const { launchEmbeddedPostgres } = await import('../../prisma/embedded.ts');
  const folder = path.join(dataDir, 'postgres');
  const server = await launchEmbeddedPostgres({ dataDir: folder });
  resources.defer(() => server.stop());
  const { unlocked } = server;
  if (unlocked !== null) logger.warn({ folder, reason: unlocked }, UNLOCKED);
  return {
    ready: server.ready.then(({ url, exited }) => ({
      url,
      failure: exited.then(() => new Error('The embedded database has ended')),
    })),
  };
}
