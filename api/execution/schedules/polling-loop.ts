import type { Logger } from 'pino';
import type { SettingsService } from '../../domain/settings/service.ts';

export interface PollingDeps {
  readonly settings: SettingsService;
  readonly logger: Logger;
  /** Waits until the time is over or the signal is aborted. Never rejects. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly now: () => Date;
}

export interface PollingWork {
  /** Finds work and starts it. */
  poll(): Promise<void>;
  /** The log message of a poll that failed. */
  readonly failureMessage: string;
}

const RETRY_AFTER_MS = 1_000;
/** The maximum poll interval of the settings: a regular poll comes before any later time. */
const PLANNING_HORIZON_MS = 3_600_000;

/**
 * Polls at the interval of the settings, at one planned time in between, on request, and when work that
 * it started finishes. Polls never overlap.
 */
export class PollingLoop {
  readonly #deps: PollingDeps;
  readonly #work: PollingWork;
  readonly #stopping = new AbortController();
  readonly #inProgress = new Set<Promise<void>>();
  #loop: Promise<void> | null = null;
  #pauseMs = 0;
  #polling: Promise<void> = Promise.resolve();
  /** The poll that was requested and has not started. All requests until then share it. */
  #requested: Promise<void> | null = null;
  #planned: { readonly at: number; readonly waiting: AbortController } | null = null;

  constructor(deps: PollingDeps, work: PollingWork) {
    this.#deps = deps;
    this.#work = work;
  }

  get isStarted(): boolean {
    return this.#loop !== null;
  }

  /** True once no more work may be started. */
  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** The latest pause between regular polls in milliseconds; the setting may have changed since. 0: none yet. */
  get pauseMs(): number {
    return this.#pauseMs;
  }

  /** Polls immediately, then at the interval of the settings. */
  start(): void {
    this.#loop ??= this.#run();
  }

  /** Stops polling and waits for the work in progress. */
  async close(): Promise<void> {
    this.#stopping.abort();
    this.#cancelPlanned();
    await this.#loop;
    await this.idle();
  }

  /** Waits until all work has finished and no poll is left that could start more. */
  async idle(): Promise<void> {
    let polling: Promise<void>;
    do {
      await Promise.all(this.#inProgress);
      polling = this.#polling;
      await polling;
      // Work of that poll may have finished already, which requests another poll.
    } while (this.#inProgress.size > 0 || polling !== this.#polling);
  }

  /**
   * Requests a poll. Requests that come before it starts share it.
   * @returns when the work that was found has been started. Never rejects.
   */
  poll(): Promise<void> {
    this.#requested ??= this.#polling.then(() => {
      this.#requested = null;
      return this.#poll();
    });
    this.#polling = this.#requested;
    return this.#polling;
  }

  /**
   * Plans a poll at a time, or now if the time is past. The earliest planned time wins; the poll then
   * finds all that is due. Times beyond the horizon are left to the regular polls.
   */
  pollBy(time: Date): void {
    const { wait, now } = this.#deps;
    const earliest = now().getTime();
    const at = Math.max(time.getTime(), earliest);
    if (this.isStopping || at - earliest > PLANNING_HORIZON_MS) return;
    if (this.#planned !== null && this.#planned.at <= at) return;
    this.#cancelPlanned();
    const waiting = new AbortController();
    this.#planned = { at, waiting };
    void wait(at - earliest, waiting.signal).then(() => {
      if (!waiting.signal.aborted) void this.poll();
    });
  }

  /** Polls again when work finishes. @param finished never rejects */
  track(finished: Promise<void>): void {
    const tracked = finished.finally(() => {
      this.#inProgress.delete(tracked);
      void this.poll();
    });
    this.#inProgress.add(tracked);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.poll();
      this.#pauseMs = await this.#intervalMs();
      await this.#deps.wait(this.#pauseMs, signal);
    }
  }

  async #intervalMs(): Promise<number> {
    try {
      return (await this.#deps.settings.get('SCHEDULER_POLL_INTERVAL_SECONDS')) * 1000;
    } catch (error) {
      this.#logFailure(error);
      return RETRY_AFTER_MS;
    }
  }

  async #poll(): Promise<void> {
    if (this.isStopping) return;
    this.#cancelPlanned();
    try {
      await this.#work.poll();
    } catch (error) {
      this.#logFailure(error);
      // The next regular poll can be an hour away.
      if (this.isStarted) this.pollBy(new Date(this.#deps.now().getTime() + RETRY_AFTER_MS));
    }
  }

  #cancelPlanned(): void {
    this.#planned?.waiting.abort();
    this.#planned = null;
  }

  #logFailure(error: unknown): void {
    this.#deps.logger.warn({ err: error }, this.#work.failureMessage);
  }
}
