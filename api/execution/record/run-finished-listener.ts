import type { Logger } from 'pino';
import { ReconnectingClient } from '../recover/reconnecting-client.ts';
import { RUN_ENDED_CHANNEL } from '../../domain/runs/run-lifecycle-store.ts';

export interface ListenerOptions {
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly onFinished: (runId: string) => void;
  /** Called after each (re)connection: earlier notifications are lost. */
  readonly onConnected: () => void;
}

/** Listens on a connection of its own to the runs that any process records as finished. */
export class RunFinishedListener {
  readonly #client: ReconnectingClient;

  constructor({ databaseUrl, logger, onFinished, onConnected }: ListenerOptions) {
    this.#client = new ReconnectingClient({
      databaseUrl,
      async prepare(client) {
        client.on('notification', ({ payload }) => {
          onFinished(payload ?? '');
        });
        await client.query(`LISTEN ${RUN_ENDED_CHANNEL}`);
        onConnected();
      },
      onDisconnected(error) {
        logger.warn(
          { err: error },
          'lost the connection for notifications of finished runs: polling until it reconnects',
        );
      },
    });
  }

  start(): void {
    // `onDisconnected` reports the failure.
    this.#client.open().catch(() => undefined);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
