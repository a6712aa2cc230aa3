import { IdempotencyKeyTakenError } from '../launch/run-launcher.ts';
import { PollingLoop, type PollingDeps } from './polling-loop.ts';
import type { ScheduleErrorBoundary } from './schedule-error-boundary.ts';
import { isRefusal } from '../../domain/errors.ts';
import type { ScheduleTriggers } from './schedule-triggers.ts';
import type { SlotQueue, WaitingSlot } from '../../domain/schedules/slot-queue.ts';

export interface BackfillDeps extends PollingDeps {
  readonly slots: SlotQueue;
  readonly triggers: Pick<ScheduleTriggers, 'triggerSlot'>;
  readonly errors: ScheduleErrorBoundary;
  readonly now: () => Date;
}

/** How many flows with waiting slots are looked at in one go. */
const BATCH = 100;

/**
 * Runs the past slots that were asked for or missed: of each flow one after the other, the oldest first, while
 * none of its schedules is due or under way. What waits is in the database, so any number of
 * processes can work on it, and none is lost with one of them.
 */
export class Backfills {
  readonly #deps: BackfillDeps;
  readonly #loop: PollingLoop;

  constructor(deps: BackfillDeps) {
    this.#deps = deps;
    this.#loop = new PollingLoop(deps, {
      poll: () => this.#begin(),
      failure: 'past times of schedules could not be run',
    });
  }

  /** Begins to look: at once, then at intervals. */
  start(): void {
    this.#loop.start();
  }

  /** Begins no more, and waits for what is under way; the executor is to be closed meanwhile. */
  close(): Promise<void> {
    return this.#loop.close();
  }

  /** Waits until everything that was begun here has ended, and nothing more can be begun. */
  idle(): Promise<void> {
    return this.#loop.idle();
  }

  /** Looks once. */
  poll(): Promise<void> {
    return this.#loop.poll();
  }

  /**
   * Tells that slots were put in line, or that a flow may have become free for them; a server that
   * fires no schedules leaves them to others.
   */
  added(): void {
    if (this.#loop.isStarted) void this.#loop.poll();
  }

  async #begin(): Promise<void> {
    const { slots, errors, now } = this.#deps;
    /** Flows whose next slot cannot be run by this look; they would hide others. */
    const blocked: string[] = [];
    let line = await slots.listReady(now(), BATCH);
    // Every round blocks a flow, or leaves fewer slots in line.
    while (line.length > 0) {
      for (const slot of line) {
        if (this.#loop.isStopping) return;
        const fired = await errors.isolate(slot.scheduleId, () => this.#fire(slot));
        const outcome = fired.failed ? 'blocked' : fired.value;
        if (outcome === 'full') return;
        if (outcome === 'blocked') blocked.push(slot.flowId);
      }
      line = await slots.listReady(now(), BATCH, blocked);
    }
  }

  /** @returns `next`: the next slot of the flow may be tried; `full`: there is no room for any */
  async #fire(slot: WaitingSlot): Promise<'next' | 'blocked' | 'full'> {
    const { slots, triggers } = this.#deps;
    try {
      const run = await triggers.triggerSlot(slot);
      if (run === 'full') return 'full';
      if (run === null) return 'blocked';
      this.#loop.watch(run.finished);
      await slots.started(slot, run.runId);
      return 'blocked';
    } catch (error) {
      return (await this.#settle(slot, error)) ? 'next' : 'blocked';
    }
  }

  /** @returns whether the slot waits no longer */
  async #settle(slot: WaitingSlot, error: unknown): Promise<boolean> {
    const { slots, logger } = this.#deps;
    if (error instanceof IdempotencyKeyTakenError) {
      const runId = await slots.findRun(slot);
      if (runId !== null) await slots.started(slot, runId);
      return runId !== null;
    }
    if (!isRefusal(error)) throw error;
    logger.warn(
      { scheduleId: slot.scheduleId, reason: error.message },
      'a past time cannot be run',
    );
    await slots.refused(slot, error.message);
    return true;
  }
}
