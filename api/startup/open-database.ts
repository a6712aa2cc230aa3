import path from 'node:path';
import type { Logger } from 'pino';
import { migrate } from '../../prisma/migrate.ts';
import { makeFolder } from '../../runner/storage/make-folder.ts';
import type { Config } from '../config/config.ts';

export interface OpenDatabase {
  readonly url: string;
  /** Settles with the reason when it has ended by itself. */
  readonly failure: Promise<Error>;
}

export interface OpeningDatabase {
  /** Settles when the database has the newest schema; rejects when it cannot be had, or a migration fails. */
  readonly opened: Promise<OpenDatabase>;
}

/**
 * Starts the embedded database, or takes that of the configuration, and migrates it meanwhile.
 * @throws Error when another service uses the data folder
 */
export async function beginDatabase(
  config: Config,
  logger: Logger,
  parts: AsyncDisposableStack,
): Promise<OpeningDatabase> {
  const server =
    config.databaseUrl === null
      ? await launchEmbedded(config.dataDir, logger, parts)
      : { ready: Promise.resolve({ url: config.databaseUrl, failure: NEVER }) };
  const opened = server.ready.then(async (database) => {
    await migrate(database.url, { logger });
    return database;
  });
  // Whoever awaits it may do so later than it fails.
  opened.catch(() => undefined);
  return { opened };
}

const UNLOCKED =
  'the database folder cannot be locked: start no other service on it in another container or on another machine, or name a folder on a disk of this machine by --data-dir or SERVICE_DATA_DIR';

/** Nothing is known of a server elsewhere. */
const NEVER = new Promise<Error>(() => undefined);

async function launchEmbedded(
  dataDir: string,
  logger: Logger,
  parts: AsyncDisposableStack,
): Promise<{ readonly ready: Promise<OpenDatabase> }> {
  makeFolder(dataDir);
  // Loaded only here: a service on a server of its own needs none of it.
  const { launchEmbeddedPostgres } = await import('../../prisma/embedded.ts');
  const folder = path.join(dataDir, 'postgres');
  const server = await launchEmbeddedPostgres({ dataDir: folder });
  parts.defer(() => server.stop());
  const { unlocked } = server;
  if (unlocked !== null) logger.warn({ folder, reason: unlocked }, UNLOCKED);
  return {
    ready: server.ready.then(({ url, exited }) => ({
      url,
      failure: exited.then(() => new Error('The embedded database has ended')),
    })),
  };
}
