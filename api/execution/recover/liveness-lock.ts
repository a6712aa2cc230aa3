import type { Logger } from 'pino';
import { ReconnectingClient } from './reconnecting-client.ts';

export interface LivenessLockOptions {
  readonly databaseUrl: string;
  readonly logger: Logger;
  /** The id of this process, unique for ever. */
  readonly id: string;
}

/**
 * An advisory lock that shows other processes on the same database that this one is alive. PostgreSQL
 * releases it with the connection, however the process terminates.
 */
export class LivenessLock {
  readonly id: string;
  readonly #client: ReconnectingClient;

  constructor({ databaseUrl, logger, id }: LivenessLockOptions) {
    this.id = id;
    this.#client = new ReconnectingClient({
      databaseUrl,
      async prepare(client) {
        // PostgreSQL drops the connection of a dead machine after half a minute.
        await client.query(
          'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4',
        );
        // Shared: PostgreSQL may still hold the previous connection of this process.
        await client.query('SELECT pg_advisory_lock_shared(hashtextextended($1, 0))', [id]);
      },
      onDisconnected(error) {
        logger.warn(
          { err: error },
          'lost the liveness lock: other replicas may treat this process as dead until it reconnects',
        );
      },
    });
  }

  /** Resolves when the lock is held. @throws when the database is unavailable */
  open(): Promise<void> {
    return this.#client.open();
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
