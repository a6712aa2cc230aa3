import type { DueSchedule, TriggerStore } from '../../domain/schedules/trigger-store.ts';
import type { CatchUp } from './catch-up.ts';
import { PlannedPoll } from './planned-poll.ts';
import { PAUSE_AFTER_FAILURE_MS, PollingLoop, type PollingDeps } from './polling-loop.ts';
import type { ScheduleErrorBoundary } from './schedule-error-boundary.ts';
import type { ScheduleTriggers } from './schedule-triggers.ts';
import type { ExternalClock } from './slot-clock.ts';

export interface SchedulerDeps extends PollingDeps {
  readonly store: TriggerStore;
  readonly triggers: ScheduleTriggers;
  readonly missed: CatchUp;
  readonly clock: ExternalClock;
  readonly errors: ScheduleErrorBoundary;
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
  readonly #deps: SchedulerDeps;
  readonly #loop: PollingLoop;
  readonly #planned: PlannedPoll;
  /** Whether a schedule had to wait for room, and none has been fired without waiting since. */
  #isFull = false;

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
    this.#loop = new PollingLoop(deps, {
      poll: () => this.#poll(),
      failure: 'due schedules could not be fired',
    });
    this.#planned = new PlannedPoll({ ...deps, poll: () => void this.#loop.poll() });
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
  pollBy(time: Date): void {
    if (this.#loop.isStarted) this.#planned.by(time);
  }

  /** Looks once. @returns when what is due has been started */
  poll(): Promise<void> {
    return this.#loop.poll();
  }

  async #poll(): Promise<void> {
    const { now } = this.#deps;
    this.#planned.begun();
    const begun = now();
    try {
      await this.#work();
      if (this.#loop.isStarted) await this.#planAfter(begun);
    } catch (error) {
      // The look that was planned may have been this one, and the next interval can be an hour.
      this.pollBy(new Date(now().getTime() + PAUSE_AFTER_FAILURE_MS));
      throw error;
    }
  }

  async #work(): Promise<void> {
    const { triggers, missed } = this.#deps;
    await triggers.recoverStaleClaims();
    await missed.settle(this.#loop.pauseMs);
    await this.#fireDue();
  }

  /** Plans a look at the next time of a schedule, or at once for one that came during this look. */
  async #planAfter(time: Date): Promise<void> {
    const next = await this.#deps.store.nextTime(time);
    if (next !== null) this.#planned.by(next);
  }

  async #fireDue(): Promise<void> {
    const { store, now } = this.#deps;
    /** Each is tried once in a look: those that stay due would hide others. */
    const tried: string[] = [];
    let due: readonly DueSchedule[];
    do {
      due = await store.due(now(), BATCH, tried);
      for (const schedule of due) {
        if (!this.#isHeld(schedule) && !(await this.#fire(schedule))) return;
        tried.push(schedule.id);
      }
    } while (due.length === BATCH);
    this.#isFull = false;
  }

  /** @returns whether another one can be tried: there may be room for it */
  async #fire(schedule: DueSchedule): Promise<boolean> {
    const { triggers, errors, ended } = this.#deps;
    if (this.#loop.isStopping) return false;
    const lateness = this.#isFull ? 'concurrency_limit' : 'late_poll';
    const fired = await errors.isolate(schedule.id, () => triggers.fire(schedule, lateness));
    if (fired.failed || fired.value === null) return true;
    if (fired.value === 'full') {
      this.#isFull = true;
      return false;
    }
    this.#loop.watch(fired.value.ended.then(ended));
    return true;
  }

  /** Whether its time is left to the clock for a while yet: then there is another look when that ends. */
  #isHeld({ id, nextRunAt, retryCount }: DueSchedule): boolean {
    const { clock, now } = this.#deps;
    const until = retryCount > 0 ? null : clock.deferredUntil(id, nextRunAt);
    if (until === null || until <= now()) return false;
    this.#planned.by(until);
    return true;
  }
}
