import type { Logger } from 'pino';
import type { AssembledService } from './assemble.ts';
import type { Config } from './config/config.ts';
import { openHttpServer } from './http/http-server.ts';
import type { Keyring } from './domain/keyring/keyring.ts';
import { createLogger } from './logging/logger.ts';
import type { CreateValidator } from './openapi/request-validator.ts';
import { openDatabase } from './startup/open-database.ts';

/** A service that listens. */
export interface RunningService extends AssembledService {
  /** Where it listens, e.g. `http://127.0.0.1:8055`. */
  readonly url: string;
  readonly logger: Logger;
  /** Resolves with the reason when a dependency of the service has exited. */
  readonly failure: Promise<Error>;
}

export interface StartOptions {
  readonly logger?: Logger;
  /** For tests: see `AppOptions`. */
  readonly createValidator?: CreateValidator;
  /** For tests. Default: that of the account, or of the cluster. */
  readonly keyring?: Keyring;
}

/**
 * Starts the service: it listens, starts the database, and loads the rest of the code meanwhile. Keep the
 * static imports of this file small, since the database waits for them.
 * @throws Error when the address is in use, the database cannot be opened, a migration fails or the object
 *   store does not support the service; `startupErrorMessage` says what to do
 */
export async function startService(
  config: Config,
  { logger = createLogger(config), createValidator, keyring }: StartOptions = {},
): Promise<RunningService> {
  const resources = new AsyncDisposableStack();
  try {
    const server = resources.adopt(await openHttpServer(config.host, config.port), (it) =>
      it.close(),
    );
    const { opened } = await openDatabase(config, logger, resources);
    const { assemble } = await import('./assemble.ts');
    const database = await opened;
    const given = {
      logger,
      server,
      databaseUrl: database.url,
      resources,
      createValidator,
      keyring,
    };
    const assembled = await assemble(config, given);
    return { url: server.url, logger, failure: database.failure, ...assembled };
  } catch (error) {
    await resources.disposeAsync();
    throw error;
  }
}
