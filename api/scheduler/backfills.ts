import type { Logger } from 'pino';
import { IdempotencyKeyTakenError } from '../recorder/run-launcher.ts';
import type { SettingsService } from '../features/settings/service.ts';
import { isRefusal, type ScheduleFires } from './schedule-fires.ts';
import type { SlotStore, WaitingSlot } from './slot-store.ts';

export interface BackfillParts {
  readonly slots: SlotStore;
  readonly fires: Pick<ScheduleFires, 'fireSlot'>;
  readonly settings: SettingsService;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Waits, at most until the signal is aborted; it never rejects. */
  readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** How many flows with waiting slots are looked at in one go. */
const BATCH = 100;

/**
 * Runs the past slots that were asked for: of each flow one after the other, the oldest first, while
 * none of its schedules is due or under way. What waits is in the database, so any number of
 * processes can work on it, and none is lost with one of them.
 */
export class Backfills {
  readonly #parts: BackfillParts;
  readonly #stopping = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  #loop: Promise<void> | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(parts: BackfillParts) {
    this.#parts = parts;
  }

  /** Begins to look: at once, then at intervals. */
  start(): void {
    this.#loop ??= this.#run();
  }

  /** Begins no more, and waits for what is under way; the executor is to be closed meanwhile. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    await this.idle();
  }

  /** Waits until everything that was begun here has ended, and nothing more can be begun. */
  async idle(): Promise<void> {
    do {
      await Promise.all(this.#underWay);
      await this.#looking;
    } while (this.#underWay.size > 0);
  }

  /** Looks once, when it has been started. Looks come one after the other. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#begin());
    return this.#looking;
  }

  /** Tells that slots were put in line; a server that fires no schedules leaves them to others. */
  added(): void {
    if (this.#loop !== null) void this.look();
  }

  async #run(): Promise<void> {
    const { settings, wait, logger } = this.#parts;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.look();
      const seconds = await settings
        .get('SCHEDULER_POLL_INTERVAL_SECONDS')
        .catch((error: unknown) => {
          logger.warn({ err: error }, 'the poll interval could not be read');
          return 30;
        });
      await wait(seconds * 1000, signal);
    }
  }

  async #begin(): Promise<void> {
    try {
      let hasProgress = true;
      // Every round with progress leaves fewer slots in line.
      while (hasProgress) hasProgress = await this.#round();
    } catch (error) {
      // The next look comes in any case.
      this.#parts.logger.warn({ err: error }, 'past times of schedules could not be run');
    }
  }

  /** Tries the next slot of every flow. @returns whether there may be room and slots for another round */
  async #round(): Promise<boolean> {
    const { slots, settings, now } = this.#parts;
    const max = await settings.get('SCHEDULER_MAX_CONCURRENT_RUNS');
    let hasProgress = false;
    for (const slot of await slots.waiting(now(), BATCH)) {
      if (this.#stopping.signal.aborted || this.#underWay.size >= max) return false;
      hasProgress = (await this.#fire(slot)) || hasProgress;
    }
    return hasProgress;
  }

  /** @returns whether the slot waits no longer */
  async #fire(slot: WaitingSlot): Promise<boolean> {
    const { slots, fires } = this.#parts;
    try {
      const run = await fires.fireSlot(slot);
      if (run === null) return false;
      this.#watch(run.ended);
      await slots.started(slot, run.runId);
      return true;
    } catch (error) {
      return await this.#settle(slot, error);
    }
  }

  async #settle(slot: WaitingSlot, error: unknown): Promise<boolean> {
    const { slots, logger } = this.#parts;
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

  /** When it has ended there is room for another. */
  #watch(ended: Promise<void>): void {
    const watched = ended.finally(() => {
      this.#underWay.delete(watched);
      void this.look();
    });
    this.#underWay.add(watched);
  }
}
