import { isRefusal } from '../../domain/errors.ts';
import type { QueuedSlot, SlotQueue } from '../../domain/schedules/slot-queue.ts';
import { IdempotencyKeyTakenError } from '../launch/run-launcher.ts';
import { PollingLoop, type PollingDeps } from './polling-loop.ts';
import type { ScheduleErrorBoundary } from './schedule-error-boundary.ts';
import type { ScheduleTriggers } from './schedule-triggers.ts';

export interface BackfillDeps extends PollingDeps {
  readonly slots: SlotQueue;
  readonly triggers: Pick<ScheduleTriggers, 'triggerSlot'>;
  readonly errors: ScheduleErrorBoundary;
}

/** Queued slots that are read at a time, one of each flow. */
const BATCH = 100;

/**
 * Runs the queued slots of backfills and catch-up: of each flow one after the other, the oldest first,
 * while none of its schedules is due or in progress. The queue is in the database; any number of
 * processes can work on it.
 */
export class Backfills {
  readonly #deps: BackfillDeps;
  readonly #loop: PollingLoop;

  constructor(deps: BackfillDeps) {
    this.#deps = deps;
    this.#loop = new PollingLoop(deps, {
      poll: () => this.#poll(),
      failureMessage: 'queued slots of schedules could not be run, will be retried',
    });
  }

  /** Polls immediately, then at intervals. */
  start(): void {
    this.#loop.start();
  }

  /** Starts no more runs and waits for those in progress. Close the executor meanwhile. */
  close(): Promise<void> {
    return this.#loop.close();
  }

  /** Waits until all runs that were started here have finished and no more can be started. */
  idle(): Promise<void> {
    return this.#loop.idle();
  }

  /** Polls once. */
  poll(): Promise<void> {
    return this.#loop.poll();
  }

  /**
   * Requests a poll after slots were enqueued or a flow became idle. A process without a scheduler
   * leaves them to others.
   */
  notify(): void {
    if (this.#loop.isStarted) void this.#loop.poll();
  }

  async #poll(): Promise<void> {
    const { slots, errors, now } = this.#deps;
    /** Flows whose next slot cannot run in this poll; without this list they would hide others. */
    const blocked: string[] = [];
    let ready = await slots.listReady(now(), BATCH);
    // Every round blocks a flow or shortens the queue.
    while (ready.length > 0) {
      for (const slot of ready) {
        if (this.#loop.isStopping) return;
        const isolated = await errors.isolate(slot.scheduleId, () => this.#trigger(slot));
        const outcome = isolated.failed ? 'blocked' : isolated.value;
        if (outcome === 'full') return;
        if (outcome === 'blocked') blocked.push(slot.flowId);
      }
      ready = await slots.listReady(now(), BATCH, blocked);
    }
  }

  /** @returns `next`: the next slot of the flow can be tried; `full`: no slot of any flow can run now */
  async #trigger(slot: QueuedSlot): Promise<'next' | 'blocked' | 'full'> {
    const { slots, triggers } = this.#deps;
    try {
      const run = await triggers.triggerSlot(slot);
      if (run === 'full') return 'full';
      if (run === null) return 'blocked';
      this.#loop.track(run.finished);
      await slots.recordRun(slot, run.runId);
      return 'blocked';
    } catch (error) {
      return (await this.#recordFailure(slot, error)) ? 'next' : 'blocked';
    }
  }

  /** @returns whether the slot has left the queue */
  async #recordFailure(slot: QueuedSlot, error: unknown): Promise<boolean> {
    const { slots, logger } = this.#deps;
    if (error instanceof IdempotencyKeyTakenError) {
      const runId = await slots.findRun(slot);
      if (runId !== null) await slots.recordRun(slot, runId);
      return runId !== null;
    }
    if (!isRefusal(error)) throw error;
    const { scheduleId } = slot;
    logger.warn({ scheduleId, reason: error.message }, 'queued slot of a schedule was rejected');
    await slots.recordRefusal(slot, error.message);
    return true;
  }
}
