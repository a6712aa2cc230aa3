import { setTimeout as wait } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { deliver } from './deliver.ts';
import type { FailedRunStore, NotificationEvent } from './events.ts';
import { buildPayload } from './payload.ts';
import type { PostTarget } from './post-json.ts';

export interface NotifierDeps {
  /** Null when notifications are off. */
  readonly target: PostTarget | null;
  readonly runs: FailedRunStore;
  readonly logger: Logger;
  readonly now: () => Date;
  /** The backoff between two attempts. Default: real time. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** Notifications beyond this queue are dropped. */
export const MAX_QUEUED = 1_000;
const CONCURRENCY = 4;
/** How long `close` waits for queued notifications. */
const CLOSE_TIMEOUT_MS = 500;

/** Sends notifications of failures in the background. It delays no caller and never throws. */
export class Notifier {
  readonly #deps: NotifierDeps;
  readonly #limit = pLimit(CONCURRENCY);
  readonly #pending = new Set<Promise<void>>();
  readonly #noMoreRetries = new AbortController();
  readonly #stop = new AbortController();
  #lost = 0;

  constructor(deps: NotifierDeps) {
    this.#deps = deps;
  }

  /** Queues a notification. */
  notify(event: NotificationEvent): void {
    const { target, logger, now } = this.#deps;
    if (target === null || this.#stop.signal.aborted) return;
    if (this.#limit.pendingCount >= MAX_QUEUED) {
      logger.error({ ...event }, 'a notification was dropped: the queue is full');
      return;
    }
    const time = now();
    const sent = this.#limit(() => this.#send(target, event, time));
    this.#pending.add(sent);
    void sent.finally(() => this.#pending.delete(sent));
  }

  /** Sends the queued notifications without retries, and drops the rest after half a second. */
  async close(): Promise<void> {
    this.#noMoreRetries.abort();
    const timer = setTimeout(() => {
      this.#stop.abort();
    }, CLOSE_TIMEOUT_MS);
    await Promise.all(this.#pending);
    clearTimeout(timer);
    this.#stop.abort();
    const lost = this.#lost;
    if (lost > 0) this.#deps.logger.error({ lost }, 'notifications were not delivered');
  }

  async #send(target: PostTarget, event: NotificationEvent, time: Date): Promise<void> {
    if (this.#stop.signal.aborted) {
      this.#lost += 1;
      return;
    }
    const { runs, pause = pauseFor } = this.#deps;
    const logger = this.#deps.logger.child({ ...event });
    try {
      const payload = await buildPayload(event, time, runs);
      if (payload === null) return;
      await deliver(JSON.stringify(payload), {
        target,
        logger,
        pause: (ms) => pause(ms, this.#noMoreRetries.signal),
        signal: this.#stop.signal,
      });
    } catch (error) {
      logger.error(
        { err: error },
        'a notification was not delivered: its payload could not be built',
      );
    }
  }
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal });
}
