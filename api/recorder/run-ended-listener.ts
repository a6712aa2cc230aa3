import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from 'pino';
import { RUN_ENDED } from './run-writes.ts';

export interface ListenerOptions {
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly onEnded: (runId: string) => void;
  /** Told after each (re)connection: what was said before has been missed. */
  readonly onConnected: () => void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const CONNECT_WITHIN_MS = 10_000;

/** Hears from PostgreSQL which runs were recorded as ended, by whichever process, on a connection of its own. */
export class RunEndedListener {
  readonly #options: ListenerOptions;
  readonly #stopping = new AbortController();
  #loop: Promise<void> | null = null;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let pause = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        await this.#listen(() => (pause = FIRST_PAUSE_MS));
      } catch (error) {
        this.#options.logger.warn({ err: error }, 'ends of runs are not heard of for a while');
      }
      await delay(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
    }
  }

  /** @returns when the connection is to end; rejects when it ended by itself */
  async #listen(onListening: () => void): Promise<void> {
    const { databaseUrl, onEnded, onConnected } = this.#options;
    const client = new Client({
      connectionString: databaseUrl,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
    });
    const ended = Promise.withResolvers<undefined>();
    // Whoever waits for it comes later than a connection can break.
    ended.promise.catch(() => undefined);
    client.on('error', ended.reject);
    client.on('end', () => {
      ended.reject(new Error('The connection was closed'));
    });
    client.on('notification', ({ payload }) => {
      onEnded(payload ?? '');
    });
    const stop = (): void => {
      ended.resolve(undefined);
    };
    this.#stopping.signal.addEventListener('abort', stop);
    try {
      await client.connect();
      await client.query(`LISTEN ${RUN_ENDED}`);
      onListening();
      onConnected();
      if (!this.#stopping.signal.aborted) await ended.promise;
    } finally {
      this.#stopping.signal.removeEventListener('abort', stop);
      await client.end().catch(() => undefined);
    }
  }
}
