import type { DueSchedule, DueStore } from '../../domain/schedules/due-store.ts';
import type { CatchUp } from './catch-up.ts';
import { PollingLoop, type PollingDeps } from './polling-loop.ts';
import type { ScheduleErrorBoundary } from './schedule-error-boundary.ts';
import type { ExternalClock } from './schedule-mirror.ts';
import type { ScheduleTriggers } from './schedule-triggers.ts';
import type { TriggerFinisher } from './trigger-finisher.ts';

export interface SchedulerDeps extends PollingDeps {
  readonly due: DueStore;
  readonly triggers: Pick<ScheduleTriggers, 'trigger'>;
  readonly finisher: Pick<TriggerFinisher, 'recoverStaleClaims'>;
  readonly catchUp: CatchUp;
  readonly clock: ExternalClock;
  readonly errors: ScheduleErrorBoundary;
  /** Called after a scheduled run has finished: queued slots of its flow can run. */
  readonly onFlowIdle: () => void;
}

/** Due schedules that are read at a time. */
const BATCH = 100;

/**
 * Triggers schedules when they are due, up to the maximum of concurrent runs. It polls at the next due
 * time that it knows; regular polls find what other processes changed. Any number of schedulers can
 * share a database: each slot is triggered by one of them.
 */
export class Scheduler {
  readonly #deps: SchedulerDeps;
  readonly #loop: PollingLoop;
  /** True from a schedule that found no capacity until a poll in which every one did. */
  #isFull = false;

  constructor(deps: SchedulerDeps) {
    this.#deps = deps;
    this.#loop = new PollingLoop(deps, {
      poll: () => this.#poll(),
      failureMessage: 'due schedules could not be triggered, will be retried',
    });
  }

  /** Polls immediately, then at intervals. */
  start(): void {
    this.#loop.start();
  }

  /** Triggers no more schedules and waits for runs in progress. Close the executor meanwhile. */
  close(): Promise<void> {
    return this.#loop.close();
  }

  /** Waits until every schedule that was triggered here has been advanced. */
  idle(): Promise<void> {
    return this.#loop.idle();
  }

  /** Plans a poll for a slot that has come or will come. A process without a scheduler leaves it to others. */
  pollBy(slot: Date): void {
    if (this.#loop.isStarted) this.#loop.pollBy(slot);
  }

  /** Polls once. @returns when the runs of due schedules have been started */
  poll(): Promise<void> {
    return this.#loop.poll();
  }

  async #poll(): Promise<void> {
    const { due, finisher, catchUp, now } = this.#deps;
    const startedAt = now();
    await finisher.recoverStaleClaims();
    await catchUp.run(this.#loop.pauseMs, (check) => {
      this.#loop.track(check);
    });
    await this.#triggerDue();
    if (!this.#loop.isStarted) return;
    // Includes slots that came during this poll.
    const next = await due.nextTime(startedAt);
    if (next !== null) this.#loop.pollBy(next);
  }

  async #triggerDue(): Promise<void> {
    const { due, now } = this.#deps;
    /** Tried once in a poll: schedules that stay due would hide others. */
    const tried: string[] = [];
    let schedules: readonly DueSchedule[];
    do {
      schedules = await due.list(now(), BATCH, tried);
      for (const schedule of schedules) {
        if (!this.#isDeferred(schedule) && !(await this.#trigger(schedule))) return;
        tried.push(schedule.id);
      }
    } while (schedules.length === BATCH);
    this.#isFull = false;
  }

  /** @returns whether there may be capacity for another one */
  async #trigger(schedule: DueSchedule): Promise<boolean> {
    const { triggers, errors, onFlowIdle } = this.#deps;
    if (this.#loop.isStopping) return false;
    const lateness = this.#isFull ? 'concurrency_limit' : 'late_poll';
    const isolated = await errors.isolate(schedule.id, () => triggers.trigger(schedule, lateness));
    if (isolated.failed || isolated.value === null) return true;
    if (isolated.value === 'full') {
      this.#isFull = true;
      return false;
    }
    this.#loop.track(isolated.value.finished.then(onFlowIdle));
    return true;
  }

  /** Whether the slot is left to the external clock for now. Plans a poll for the end of that time. */
  #isDeferred({ id, nextRunAt, retryCount }: DueSchedule): boolean {
    const { clock, now } = this.#deps;
    const until = retryCount > 0 ? null : clock.deferredUntil(id, nextRunAt);
    if (until === null || until <= now()) return false;
    this.#loop.pollBy(until);
    return true;
  }
}
