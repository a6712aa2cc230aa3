import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

export interface ReconnectingClientOptions {
  readonly databaseUrl: string;
  /** Prepares each new connection; listens to it first where it has to. */
  readonly prepare: (client: Client) => Promise<void>;
  /** Told why it could not be had, or ended. */
  readonly onDisconnected: (error: unknown) => void;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const CONNECT_WITHIN_MS = 10_000;
/** A silent connection is probed, and given up ten seconds later when nothing comes back: else after hours. */
const PROBE_AFTER_MS = 10_000;

/** A connection to PostgreSQL besides the pool, opened anew whenever it breaks. */
export class ReconnectingClient {
  readonly #options: ReconnectingClientOptions;
  readonly #stopping = new AbortController();
  readonly #opened = Promise.withResolvers<undefined>();
  #loop: Promise<void> | null = null;

  constructor(options: ReconnectingClientOptions) {
    this.#options = options;
  }

  /**
   * Begins to keep it.
   * @throws the first time that it cannot be had, while it goes on trying
   */
  open(): Promise<void> {
    this.#loop ??= this.#run();
    return this.#opened.promise;
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
        await this.#hold(() => (pause = FIRST_PAUSE_MS));
      } catch (error) {
        this.#opened.reject(error);
        this.#options.onDisconnected(error);
      }
      await delay(pause, undefined, { signal }).catch(() => undefined);
      pause = Math.min(LONGEST_PAUSE_MS, pause * 2);
    }
  }

  /** @returns when the connection is to end; rejects when it ended by itself */
  async #hold(onPrepared: () => void): Promise<void> {
    const client = new Client({
      connectionString: this.#options.databaseUrl,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: PROBE_AFTER_MS,
    });
    const ended = Promise.withResolvers<undefined>();
    // Whoever waits for it comes later than a connection can break.
    ended.promise.catch(() => undefined);
    client.on('error', ended.reject);
    client.on('end', () => {
      ended.reject(new Error('The connection was closed'));
    });
    const stop = (): void => {
      ended.resolve(undefined);
    };
    this.#stopping.signal.addEventListener('abort', stop);
    try {
      await client.connect();
      await this.#options.prepare(client);
      this.#opened.resolve(undefined);
      onPrepared();
      if (!this.#stopping.signal.aborted) await ended.promise;
    } finally {
      this.#stopping.signal.removeEventListener('abort', stop);
      await client.end().catch(() => undefined);
    }
  }
}
