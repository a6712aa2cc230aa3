import type { Logger } from 'pino';
import { isDatabaseAway } from '../../domain/database-errors.ts';
import { DomainError } from '../../domain/errors.ts';

/** What work for one schedule came to: its result, or the fact that it failed. */
export type Isolated<T> = { readonly failed: false; readonly value: T } | { readonly failed: true };

/** Reports are forgotten, and may be repeated, beyond so many schedules. */
const MAX_REPORTED = 1_000;

/** Keeps the failure of one schedule away from the others, and logs each once. */
export class ScheduleErrorBoundary {
  readonly #logger: Logger;
  /** What was logged last of each schedule. */
  readonly #reported = new Map<string, string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /**
   * Does work for one schedule.
   * @throws whatever no other schedule would fare better with: the database or a store is away
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

  /** Logs why a schedule cannot be processed, unless that was the last thing logged of it. */
  report(scheduleId: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    if (this.#reported.get(scheduleId) === reason) return;
    if (this.#reported.size >= MAX_REPORTED) this.#reported.clear();
    this.#reported.set(scheduleId, reason);
    this.#logger.error(
      { scheduleId, err: error },
      'a schedule cannot be processed; the others go on',
    );
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof DomainError ? error.code === 'unavailable' : isDatabaseAway(error);
}
