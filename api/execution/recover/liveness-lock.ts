import type { Logger } from 'pino';
import { ReconnectingClient } from './reconnecting-client.ts';

export interface LivenessLockOptions {
  readonly databaseUrl: string;
  readonly logger: Logger;
  /** What this process is known by: no two processes ever have the same. */
  readonly id: string;
}

/**
 * Shows other processes on the same database that this one lives: a lock that its session holds, and
 * that PostgreSQL gives up with the session, however the process ends.
 */
export class LivenessLock {
  readonly id: string;
  readonly #session: ReconnectingClient;

  constructor({ databaseUrl, logger, id }: LivenessLockOptions) {
    this.id = id;
    this.#session = new ReconnectingClient({
      databaseUrl,
      async prepare(client) {
        // The session of a machine that is gone has ended after half a minute.
        await client.query(
          'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 4',
        );
        // Shared: the session before, of the same process, may not have ended yet.
        await client.query('SELECT pg_advisory_lock_shared(hashtextextended($1, 0))', [id]);
      },
      onDisconnected(error) {
        logger.warn({ err: error }, 'others may take this process for ended for a while');
      },
    });
  }

  /** @returns when it shows. @throws when the database gives no connection */
  open(): Promise<void> {
    return this.#session.open();
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}
