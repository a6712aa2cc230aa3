import type { FireStore } from './fire-store.ts';
import type { MissedSlots } from './missed-slots.ts';
import { PollingLoop, type PollingParts } from './polling-loop.ts';
import type { ScheduleFires } from './schedule-fires.ts';

export interface SchedulerParts extends PollingParts {
  readonly store: FireStore;
  readonly fires: ScheduleFires;
  readonly missed: MissedSlots;
  /** Told when a fire has ended: past slots of its flow can have their turn. */
  readonly ended: () => void;
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

  /** What happens once, at the start. */
  async begin(): Promise<void> {
    this.#maxUnderWay = await this.#parts.settings.get('SCHEDULER_MAX_CONCURRENT_RUNS');
  }

  /** Looks once. @returns when what is due has been started */
  tick(): Promise<void> {
    return this.#loop.look();
  }

  async #look(): Promise<void> {
    const { store, fires, missed, ended, now } = this.#parts;
    await fires.settleLeft();
    await missed.settle();
    for (const schedule of await store.due(now(), BATCH)) {
      if (!this.#loop.hasRoom(this.#maxUnderWay)) return;
      const fire = await fires.fire(schedule);
      if (fire !== null) this.#loop.watch(fire.ended.then(ended));
    }
  }
}
