import type { Logger } from 'pino';
import type { SettingsService } from '../../domain/settings/service.ts';

export interface PollingDeps {
  readonly settings: SettingsService;
  readonly logger: Logger;
  /** Waits, at most until the signal is aborted; it never rejects. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export interface PollingWork {
  /** What comes before the first look of the loop; tried again until it is done. */
  begin?(): Promise<void>;
  /** Looks once for what there is to do, and begins it. */
  poll(): Promise<void>;
  /** What is logged of a look that fails. */
  readonly failure: string;
}

/** The pause before what failed is tried again. */
export const PAUSE_AFTER_FAILURE_MS = 1_000;

/**
 * Looks for work at the interval of the settings, whenever it is asked to, and when something that it
 * began has ended. Looks come one after the other.
 */
export class PollingLoop {
  readonly #deps: PollingDeps;
  readonly #work: PollingWork;
  readonly #stopping = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  #loop: Promise<void> | null = null;
  #pauseMs = 0;
  #looking: Promise<void> = Promise.resolve();
  /** The look that was asked for and has not begun: there is one, however many ask. */
  #asked: Promise<void> | null = null;

  constructor(deps: PollingDeps, work: PollingWork) {
    this.#deps = deps;
    this.#work = work;
  }

  get isStarted(): boolean {
    return this.#loop !== null;
  }

  /**
   * How long the pause between looks is that began last, in milliseconds: the setting may have been
   * changed since. 0 before the first.
   */
  get pauseMs(): number {
    return this.#pauseMs;
  }

  /** Begins to look: at once, then at intervals. */
  start(): void {
    this.#loop ??= this.#run();
  }

  /** Begins no more, and waits for what is under way. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    await this.idle();
  }

  /** Waits until everything that was begun here has ended, and nothing more can be begun. */
  async idle(): Promise<void> {
    let looking: Promise<void>;
    do {
      await Promise.all(this.#underWay);
      looking = this.#looking;
      await looking;
      // What was begun by that look may have ended already, which asks for another one.
    } while (this.#underWay.size > 0 || looking !== this.#looking);
  }

  /**
   * Looks once, from now on: whoever asks before that look begins shares it.
   * @returns when what was found has been begun; it never rejects
   */
  poll(): Promise<void> {
    this.#asked ??= this.#looking.then(() => {
      this.#asked = null;
      return this.#poll();
    });
    this.#looking = this.#asked;
    return this.#looking;
  }

  /** Whether nothing more may be begun. */
  get isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** @param ended settles when what was begun has ended: then there is room for more */
  watch(ended: Promise<void>): void {
    const watched = ended.finally(() => {
      this.#underWay.delete(watched);
      void this.poll();
    });
    this.#underWay.add(watched);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    let hasBegun = false;
    while (!signal.aborted) {
      let pauseMs = PAUSE_AFTER_FAILURE_MS;
      try {
        if (!hasBegun) await this.#work.begin?.();
        hasBegun = true;
        await this.poll();
        pauseMs = (await this.#deps.settings.get('SCHEDULER_POLL_INTERVAL_SECONDS')) * 1000;
      } catch (error) {
        this.#failed(error);
      }
      this.#pauseMs = pauseMs;
      await this.#deps.wait(pauseMs, signal);
    }
  }

  async #poll(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    try {
      await this.#work.poll();
    } catch (error) {
      // The next look comes in any case.
      this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.#deps.logger.warn({ err: error }, this.#work.failure);
  }
}
