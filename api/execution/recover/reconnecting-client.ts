import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';

export interface ReconnectingClientOptions {
  readonly databaseUrl: string;
  /** Prepares each new connection. It adds listeners before its first query. */
  readonly prepare: (client: Client) => Promise<void>;
  /** Called with the reason when a connection failed or was lost. */
  readonly onDisconnected: (error: unknown) => void;
}

const MIN_BACKOFF_MS = 250;
const MAX_BACKOFF_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;
/** TCP keepalive: a silent connection fails ten seconds after the first probe, instead of after hours. */
const KEEPALIVE_DELAY_MS = 10_000;

/** A connection to PostgreSQL outside the pool, which reconnects whenever it is lost. */
export class ReconnectingClient {
  readonly #options: ReconnectingClientOptions;
  readonly #stopping = new AbortController();
  readonly #opened = Promise.withResolvers<undefined>();
  #loop: Promise<void> | null = null;

  constructor(options: ReconnectingClientOptions) {
    this.#options = options;
  }

  /**
   * Connects, and reconnects until `close`.
   * @throws when the first connection fails; it retries nevertheless
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
    let backoffMs = MIN_BACKOFF_MS;
    while (!signal.aborted) {
      try {
        await this.#connect(() => (backoffMs = MIN_BACKOFF_MS));
      } catch (error) {
        this.#opened.reject(error);
        this.#options.onDisconnected(error);
      }
      await delay(backoffMs, undefined, { signal }).catch(() => undefined);
      backoffMs = Math.min(MAX_BACKOFF_MS, backoffMs * 2);
    }
  }

  /** Resolves on `close`; rejects when the connection failed or was lost. */
  async #connect(onPrepared: () => void): Promise<void> {
    const client = new Client({
      connectionString: this.#options.databaseUrl,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_DELAY_MS,
    });
    const closed = Promise.withResolvers<undefined>();
    // The connection may be lost before the await below.
    closed.promise.catch(() => undefined);
    client.on('error', closed.reject);
    client.on('end', () => {
      closed.reject(new Error('PostgreSQL closed the connection'));
    });
    const stop = (): void => {
      closed.resolve(undefined);
    };
    this.#stopping.signal.addEventListener('abort', stop);
    try {
      await client.connect();
      await this.#options.prepare(client);
      this.#opened.resolve(undefined);
      onPrepared();
      if (!this.#stopping.signal.aborted) await closed.promise;
    } finally {
      this.#stopping.signal.removeEventListener('abort', stop);
      await client.end().catch(() => undefined);
    }
  }
}
