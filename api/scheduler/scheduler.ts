import type { Logger } from 'pino';
import type { SettingsService } from '../features/settings/service.ts';
import { nextCronTime } from './cron-times.ts';
import type { DueSchedule, FireStore } from './fire-store.ts';
import type { ScheduleFires } from './schedule-fires.ts';

export interface SchedulerParts {
  readonly store: FireStore;
  readonly fires: ScheduleFires;
  readonly settings: SettingsService;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Waits, at most until the signal is aborted; it never rejects. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** How many due schedules are looked at in one go. */
const BATCH = 100;

/**
 * Looks for due schedules at intervals, and fires them, so many at once as the settings allow. Any
 * number of schedulers can work on one database: each slot is fired by one of them.
 */
export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #stopping = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  #maxUnderWay = 1;
  #loop: Promise<void> | null = null;
  #ticking: Promise<void> = Promise.resolve();

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
  }

  /** Begins to look: at once, then at intervals. */
  start(): void {
    this.#loop ??= this.#run();
  }

  /** Fires no more, and waits for what is under way; the executor is to be closed meanwhile. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    await this.#ticking;
    await this.idle();
  }

  /** Waits until every fire that this scheduler began has been settled. */
  async idle(): Promise<void> {
    do {
      await Promise.all(this.#underWay);
      await this.#ticking;
    } while (this.#underWay.size > 0);
  }

  /** What happens once, at the start: slots that were missed are fired or passed over. */
  async begin(): Promise<void> {
    const { settings, fires } = this.#parts;
    this.#maxUnderWay = await settings.get('SCHEDULER_MAX_CONCURRENT_RUNS');
    await fires.settleLeft();
    await this.#passOverMissed();
  }

  /** Looks once. Looks come one after the other. @returns when what is due has been started */
  tick(): Promise<void> {
    this.#ticking = this.#ticking.then(() => this.#look());
    return this.#ticking;
  }

  async #run(): Promise<void> {
    const { settings, wait } = this.#parts;
    const { signal } = this.#stopping;
    let hasBegun = false;
    while (!signal.aborted) {
      let seconds = 1;
      try {
        if (!hasBegun) await this.begin();
        hasBegun = true;
        await this.tick();
        seconds = await settings.get('SCHEDULER_POLL_INTERVAL_SECONDS');
      } catch (error) {
        this.#parts.logger.warn({ err: error }, 'the scheduler could not look');
      }
      await wait(seconds * 1000, signal);
    }
  }

  async #look(): Promise<void> {
    const { store, fires, now, logger } = this.#parts;
    if (this.#stopping.signal.aborted) return;
    try {
      await fires.settleLeft();
      for (const schedule of await store.due(now(), BATCH)) {
        if (!this.#hasRoom()) return;
        const fire = await fires.fire(schedule);
        if (fire !== null) this.#watch(fire.ended);
      }
    } catch (error) {
      // The next look comes in any case.
      logger.warn({ err: error }, 'due schedules could not be fired');
    }
  }

  #hasRoom(): boolean {
    return !this.#stopping.signal.aborted && this.#underWay.size < this.#maxUnderWay;
  }

  /** When it has ended there is room for another. */
  #watch(ended: Promise<void>): void {
    const watched = ended.finally(() => {
      this.#underWay.delete(watched);
      void this.tick();
    });
    this.#underWay.add(watched);
  }

  /**
   * A slot that is due for longer than a poll takes was missed while no scheduler ran. (What is due
   * for less may be about to be fired by another one.)
   */
  async #passOverMissed(): Promise<void> {
    const { store, settings, now } = this.#parts;
    const poll = await settings.get('SCHEDULER_POLL_INTERVAL_SECONDS');
    const time = now();
    const missedBefore = new Date(time.getTime() - poll * 1000);
    let missed: DueSchedule[];
    do {
      missed = await store.notCaughtUp(missedBefore, BATCH);
      for (const schedule of missed) {
        await store.postpone(schedule, nextCronTime(schedule.cron, schedule.timezone, time));
      }
    } while (missed.length > 0);
  }
}
