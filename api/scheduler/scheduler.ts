import { nextCronTime } from './cron-times.ts';
import type { DueSchedule, FireStore } from './fire-store.ts';
import { PollingLoop, type PollingParts } from './polling-loop.ts';
import type { ScheduleFires } from './schedule-fires.ts';

export interface SchedulerParts extends PollingParts {
  readonly store: FireStore;
  readonly fires: ScheduleFires;
  readonly now: () => Date;
}

/** How many due schedules are looked at in one go. */
const BATCH = 100;

/**
 * Looks for due schedules at intervals, and fires them, so many at once as the settings allow. Any
 * number of schedulers can work on one database: each slot is fired by one of them.
 */
export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #loop: PollingLoop;
  #maxUnderWay = 1;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    this.#loop = new PollingLoop(parts, {
      begin: () => this.begin(),
      look: () => this.#look(),
      failure: 'due schedules could not be fired',
    });
  }

  /** Begins to look: at once, then at intervals. */
  start(): void {
    this.#loop.start();
  }

  /** Fires no more, and waits for what is under way; the executor is to be closed meanwhile. */
  close(): Promise<void> {
    return this.#loop.close();
  }

  /** Waits until every fire that this scheduler began has been settled. */
  idle(): Promise<void> {
    return this.#loop.idle();
  }

  /** What happens once, at the start: slots that were missed are fired or passed over. */
  async begin(): Promise<void> {
    const { settings, fires } = this.#parts;
    this.#maxUnderWay = await settings.get('SCHEDULER_MAX_CONCURRENT_RUNS');
    await fires.settleLeft();
    await this.#passOverMissed();
  }

  /** Looks once. @returns when what is due has been started */
  tick(): Promise<void> {
    return this.#loop.look();
  }

  async #look(): Promise<void> {
    const { store, fires, now } = this.#parts;
    await fires.settleLeft();
    for (const schedule of await store.due(now(), BATCH)) {
      if (!this.#loop.hasRoom(this.#maxUnderWay)) return;
      const fire = await fires.fire(schedule);
      if (fire !== null) this.#loop.watch(fire.ended);
    }
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
