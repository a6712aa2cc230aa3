import type { Logger } from 'pino';
import type { Config } from './config/config.ts';
import { openHttpServer } from './http/http-server.ts';
import { createLogger } from './logging/logger.ts';
import { beginDatabase } from './startup/open-database.ts';

export interface RunningService {
  /** Where it listens, e.g. `http://127.0.0.1:8055`. */
  readonly url: string;
  readonly logger: Logger;
  /** Settles with the reason when something that the service needs has ended by itself. */
  readonly failure: Promise<Error>;
  /** Whether it holds any dataset or flow. */
  hasContent(): Promise<boolean>;
  /** Finishes requests, then ends everything that was started; requests get some seconds at most. */
  close(): Promise<void>;
}

export interface StartOptions {
  readonly logger?: Logger;
  /** For tests: see `createApp`. */
  readonly validateResponses?: boolean;
}

/**
 * Starts the service: listens, starts the database, and loads the rest of the code while the database
 * starts. What this file imports is what the database would wait for.
 * @throws Error when the address is taken, the database cannot be had, a migration fails or the
 *   object store refuses what the service asks; `startupErrorMessage` says what to do
 */
export async function startService(
  config: Config,
  { logger = createLogger(config), validateResponses = false }: StartOptions = {},
): Promise<RunningService> {
  const parts = new AsyncDisposableStack();
  try {
    const server = parts.adopt(await openHttpServer(config.host, config.port), (it) => it.close());
    const { opened } = await beginDatabase(config, logger, parts);
    const { assemble } = await import('./assemble.ts');
    const database = await opened;
    const given = { logger, server, databaseUrl: database.url, parts, validateResponses };
    const assembled = await assemble(config, given);
    return { url: server.url, logger, failure: database.failure, ...assembled };
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}
