import type { Logger } from 'pino';
import { isDatabaseAway } from '../../domain/database-errors.ts';
import { isTransient } from '../../domain/errors.ts';

/** The result of work on one schedule, or that it failed. */
export type Isolated<T> = { readonly failed: false; readonly value: T } | { readonly failed: true };

/** Beyond this many schedules the record of what was logged is cleared, and errors may be logged again. */
const MAX_LOGGED = 1_000;

/** Keeps an error of one schedule from stopping the others, and logs each error once. */
export class ScheduleErrorBoundary {
  readonly #logger: Logger;
  /** The latest logged message by schedule. */
  readonly #logged = new Map<string, string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /**
   * Runs work on one schedule and catches its errors.
   * @throws errors that affect every schedule: the database or a store is unavailable
   */
  async isolate<T>(scheduleId: string, work: () => Promise<T>): Promise<Isolated<T>> {
    try {
      return { failed: false, value: await work() };
    } catch (error) {
      if (isOutage(error)) throw error;
      this.report(scheduleId, error);
      return { failed: true };
    }
  }

  /** Logs an error of a schedule, unless it was the latest one logged for it. */
  report(scheduleId: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#logged.get(scheduleId) === reason) return;
    if (this.#logged.size >= MAX_LOGGED) this.#logged.clear();
    this.#logged.set(scheduleId, reason);
    this.#logger.error(
      { scheduleId, err: error },
      'schedule cannot be processed; other schedules are not affected',
    );
  }
}

/** Whether a failure says nothing of the schedule: something that all of them need is away or busy. */
export function isOutage(error: unknown): boolean {
  return isTransient(error) || isDatabaseAway(error);
}
