import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../prisma/client.ts';
import { databaseTime } from './domain/database-time.ts';

/** How often the difference is measured again, in milliseconds. */
const MEASURED_EVERY_MS = 60_000;
/** The answer that came back soonest is the most exact; the first one also pays for the connection. */
const ANSWERS = 3;
/** A larger difference is logged: the two machines lack a common time service. */
const WARNED_MS = 2_000;

export interface DatabaseClockDeps {
  readonly database: Database;
  readonly logger: Logger;
  /** The clock of this process, in milliseconds since the epoch. */
  readonly systemTime?: () => number;
}

/**
 * The clock of the database, kept by this process: its own clock and a difference, which is measured at the start
 * and every minute. Replicas whose clocks differ thus agree on what is due, when a run ended and what is too old.
 * It is exact to half the time of an answer of the database, milliseconds in one network.
 */
export class DatabaseClock {
  readonly #deps: DatabaseClockDeps;
  readonly #systemTime: () => number;
  readonly #closed = new AbortController();
  #differenceMs = 0;
  #isWarned = false;
  #isStale = false;

  private constructor(deps: DatabaseClockDeps) {
    this.#deps = deps;
    this.#systemTime = deps.systemTime ?? (() => Date.now());
  }

  /** @throws Error when the database does not answer */
  static async open(deps: DatabaseClockDeps): Promise<DatabaseClock> {
    const clock = new DatabaseClock(deps);
    await clock.measure();
    void clock.#measureRepeatedly();
    return clock;
  }

  /** The time by the clock of the database. */
  readonly now = (): Date => new Date(this.#systemTime() + this.#differenceMs);

  /**
   * Measures the difference of the clocks.
   * @throws Error when the database does not answer
   */
  async measure(): Promise<void> {
    let best = { differenceMs: 0, errorMs: Infinity };
    for (let answer = 0; answer < ANSWERS; answer += 1) {
      const measured = await this.#measureOnce();
      if (measured.errorMs < best.errorMs) best = measured;
    }
    const { differenceMs, errorMs } = best;
    // Within the error of the measurement the clocks are one, as on a single machine.
    this.#differenceMs = Math.abs(differenceMs) <= errorMs ? 0 : differenceMs;
    this.#warn();
  }

  close(): void {
    this.#closed.abort();
  }

  async #measureOnce(): Promise<{ differenceMs: number; errorMs: number }> {
    const before = this.#systemTime();
    const time = (await databaseTime(this.#deps.database)).getTime();
    const after = this.#systemTime();
    // Both clocks are read in whole milliseconds.
    return { differenceMs: time - (before + after) / 2, errorMs: (after - before) / 2 + 1 };
  }

  #warn(): void {
    const isFar = Math.abs(this.#differenceMs) > WARNED_MS;
    if (isFar && !this.#isWarned) {
      const message =
        'the clock of this machine differs from that of the database, which counts: set both by one time service';
      this.#deps.logger.warn({ differenceMs: Math.round(this.#differenceMs) }, message);
    }
    this.#isWarned = isFar;
  }

  async #measureRepeatedly(): Promise<void> {
    const { signal } = this.#closed;
    while (await isAfter(MEASURED_EVERY_MS, signal)) {
      try {
        await this.measure();
        this.#isStale = false;
      } catch (error) {
        if (!this.#isStale && !signal.aborted) {
          const message =
            'could not compare the clock with that of the database: the last difference stays';
          this.#deps.logger.warn({ err: error }, message);
        }
        this.#isStale = true;
      }
    }
  }
}

/** Waits without keeping the process alive. @returns false when the signal aborted first */
async function isAfter(ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, undefined, { signal, ref: false });
    return true;
  } catch {
    return false;
  }
}
