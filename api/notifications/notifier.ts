import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from 'pino';
import { deliver } from './deliver.ts';
import type { FailedRunStore, NotificationEvent } from './events.ts';
import { payloadOf } from './payload.ts';
import type { PostTarget } from './post-json.ts';

export interface NotifierDeps {
  /** Null: nobody wants to know. */
  readonly target: PostTarget | null;
  readonly runs: FailedRunStore;
  readonly logger: Logger;
  readonly now: () => Date;
  /** The pause between two tries; by default real time. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

interface Waiting {
  readonly event: NotificationEvent;
  readonly time: Date;
}

/** Notifications beyond so many that wait are dropped. */
export const MAX_WAITING = 1_000;
const MAX_AT_ONCE = 4;
/** At the end of the service, what has not been sent yet gets so long. */
const CLOSE_MS = 500;

/** Tells operators of failures, in the background: it never holds anything up, and never fails. */
export class Notifier {
  readonly #deps: NotifierDeps;
  readonly #waiting: Waiting[] = [];
  readonly #active = new Set<Promise<void>>();
  readonly #noMoreRetries = new AbortController();
  readonly #stop = new AbortController();

  constructor(deps: NotifierDeps) {
    this.#deps = deps;
  }

  /** Takes note of an event; it is sent soon. */
  notify(event: NotificationEvent): void {
    const { target, logger, now } = this.#deps;
    if (target === null || this.#stop.signal.aborted) return;
    if (this.#waiting.length >= MAX_WAITING) {
      logger.error({ ...event }, 'a notification was dropped: too many wait');
      return;
    }
    this.#waiting.push({ event, time: now() });
    if (this.#active.size >= MAX_AT_ONCE) return;
    const work = this.#work(target).finally(() => this.#active.delete(work));
    this.#active.add(work);
  }

  /** Sends what waits, without retries, for at most half a second; then gives up. */
  async close(): Promise<void> {
    this.#noMoreRetries.abort();
    const timer = setTimeout(() => {
      this.#stop.abort();
    }, CLOSE_MS);
    await Promise.all(this.#active);
    clearTimeout(timer);
    this.#stop.abort();
    const lost = this.#waiting.length;
    if (lost > 0) this.#deps.logger.error({ lost }, 'notifications were not delivered');
  }

  async #work(target: PostTarget): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const next = this.#waiting.shift();
      if (next === undefined) return;
      await this.#send(target, next);
    }
  }

  async #send(target: PostTarget, { event, time }: Waiting): Promise<void> {
    const { runs, pause = pauseFor } = this.#deps;
    const logger = this.#deps.logger.child({ ...event });
    try {
      const payload = await payloadOf(event, time, runs);
      if (payload === null) return;
      await deliver(JSON.stringify(payload), {
        target,
        logger,
        pause: (ms) => pause(ms, this.#noMoreRetries.signal),
        signal: this.#stop.signal,
      });
    } catch (error) {
      logger.error({ err: error }, 'a notification could not be written');
    }
  }
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal });
}
