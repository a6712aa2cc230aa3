import type { Logger } from 'pino';
import { KeptSession } from '../recover/kept-session.ts';
import { RUN_ENDED } from '../../domain/runs/run-writes.ts';

export interface ListenerOptions {
  readonly databaseUrl: string;
  readonly logger: Logger;
  readonly onEnded: (runId: string) => void;
  /** Told after each (re)connection: what was said before has been missed. */
  readonly onConnected: () => void;
}

/** Hears from PostgreSQL which runs were recorded as ended, by whichever process, on a connection of its own. */
export class RunEndedListener {
  readonly #session: KeptSession;

  constructor({ databaseUrl, logger, onEnded, onConnected }: ListenerOptions) {
    this.#session = new KeptSession({
      databaseUrl,
      async prepare(client) {
        client.on('notification', ({ payload }) => {
          onEnded(payload ?? '');
        });
        await client.query(`LISTEN ${RUN_ENDED}`);
        onConnected();
      },
      onBroken(error) {
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
