import type { DueSchedule, FireStore } from '../../domain/schedules/fire-store.ts';
import type { MissedSlots } from './missed-slots.ts';
import { PlannedLook } from './planned-look.ts';
import { PollingLoop, type PollingParts } from './polling-loop.ts';
import type { ScheduleFaults } from './schedule-faults.ts';
import type { ScheduleFires } from './schedule-fires.ts';
import type { SlotClock } from './slot-clock.ts';

export interface SchedulerParts extends PollingParts {
  readonly store: FireStore;
  readonly fires: ScheduleFires;
  readonly missed: MissedSlots;
  readonly clock: SlotClock;
  readonly faults: ScheduleFaults;
  /** Told when a fire has ended: past slots of its flow can have their turn. */
  readonly ended: () => void;
  readonly now: () => Date;
}

/** How many due schedules are looked at in one go. */
const BATCH = 100;

/**
 * Looks for due schedules at their times and at intervals, and fires them, so many at once as the
 * settings allow. The intervals find what another process changed. Any number of schedulers can work
 * on one database: each slot is fired by one of them.
 */
export class Scheduler {
  readonly #parts: SchedulerParts;
  readonly #loop: PollingLoop;
  readonly #planned: PlannedLook;
  /** Whether a schedule had to wait for room, and none has been fired without waiting since. */
  #isFull = false;

  constructor(parts: SchedulerParts) {
    this.#parts = parts;
    this.#loop = new PollingLoop(parts, {
      look: () => this.#look(),
      failure: 'due schedules could not be fired',
    });
    this.#planned = new PlannedLook({ ...parts, look: () => void this.#loop.look() });
  }

  /** Begins to look: at once, then at intervals. */
  start(): void {
    this.#loop.start();
  }

  /** Fires no more, and waits for what is under way; the executor is to be closed meanwhile. */
  close(): Promise<void> {
    this.#planned.stop();
    return this.#loop.close();
  }

  /** Waits until every fire that this scheduler began has been settled. */
  idle(): Promise<void> {
    return this.#loop.idle();
  }

  /**
   * Tells of a time of a schedule that has come or will come; a server that fires no schedules leaves it
   * to others.
   */
  timeComes(time: Date): void {
    if (this.#loop.isStarted) this.#planned.by(time);
  }

  /** Looks once. @returns when what is due has been started */
  tick(): Promise<void> {
    return this.#loop.look();
  }

  async #look(): Promise<void> {
    const { fires, missed, now } = this.#parts;
    this.#planned.begun();
    const begun = now();
    await fires.settleLeft();
    await missed.settle(this.#loop.pauseMs);
    await this.#fireDue();
    if (this.#loop.isStarted) await this.#planAfter(begun);
  }

  /** Plans a look at the next time of a schedule, or at once for one that came during this look. */
  async #planAfter(time: Date): Promise<void> {
    const next = await this.#parts.store.nextTime(time);
    if (next !== null) this.#planned.by(next);
  }

  async #fireDue(): Promise<void> {
    const { store, now } = this.#parts;
    const held: string[] = [];
    let isMore = true;
    while (isMore) {
      const due = await store.due(now(), BATCH, held);
      const before = held.length;
      if (!(await this.#fireAll(due, held))) return;
      // Those that are held, or cannot be fired, hide others that can.
      isMore = due.length === BATCH && held.length > before;
    }
    this.#isFull = false;
  }

  /**
   * @param held gets the ids of those that are left to the clock, or cannot be fired
   * @returns false when there is no room for more
   */
  async #fireAll(due: readonly DueSchedule[], held: string[]): Promise<boolean> {
    for (const schedule of due) {
      const outcome = this.#isHeld(schedule) ? 'failed' : await this.#fire(schedule);
      if (outcome === 'full') return false;
      if (outcome === 'failed') held.push(schedule.id);
    }
    return true;
  }

  /** @returns `failed`: the others may fare better; `full`: there is no room for any */
  async #fire(schedule: DueSchedule): Promise<'done' | 'failed' | 'full'> {
    const { fires, faults, ended } = this.#parts;
    if (this.#loop.isStopping) return 'full';
    const lateness = this.#isFull ? 'concurrency_limit' : 'late_poll';
    const fired = await faults.isolate(schedule.id, () => fires.fire(schedule, lateness));
    if (fired.failed) return 'failed';
    const fire = fired.value;
    if (fire === 'full') {
      this.#isFull = true;
      return 'full';
    }
    if (fire !== null) this.#loop.watch(fire.ended.then(ended));
    return 'done';
  }

  /** Whether its time is left to the clock for a while yet: then there is another look when that ends. */
  #isHeld({ id, nextRunAt, retryCount }: DueSchedule): boolean {
    const { clock, now } = this.#parts;
    const until = retryCount > 0 ? null : clock.heldUntil(id, nextRunAt);
    if (until === null || until <= now()) return false;
    this.#planned.by(until);
    return true;
  }
}
