import type { Logger } from 'pino';
import { ReconnectingClient } from '../recover/reconnecting-client.ts';
import { RUN_ENDED_CHANNEL } from '../../domain/runs/run-lifecycle-store.ts';

export interface ListenerOptions {
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly onFinished: (runId: string) => void;
  /** Told after each (re)connection: what was said before has been missed. */
  readonly onConnected: () => void;
}

/** Hears from PostgreSQL which runs were recorded as ended, by whichever process, on a connection of its own. */
export class RunFinishedListener {
  readonly #session: ReconnectingClient;

  constructor({ databaseUrl, logger, onFinished, onConnected }: ListenerOptions) {
    this.#session = new ReconnectingClient({
      databaseUrl,
      async prepare(client) {
        client.on('notification', ({ payload }) => {
          onFinished(payload ?? '');
        });
        await client.query(`LISTEN ${RUN_ENDED_CHANNEL}`);
        onConnected();
      },
      onDisconnected(error) {
        logger.warn({ err: error }, 'ends of runs are not heard of for a while');
      },
    });
  }

  start(): void {
    // It is told as broken then.
    this.#session.open().catch(() => undefined);
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}
