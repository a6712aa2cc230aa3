import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { QueryClient } from '../prisma/query-rows.ts';
import { databaseTime } from './domain/database-time.ts';

/** How often the difference is measured again, in milliseconds. */
const MEASURED_EVERY_MS = 60_000;
/** The answer that came back soonest is the most exact; the first one also pays for the connection. */
const ANSWERS = 3;
/** A larger difference is logged: the two machines lack a common time service. */
const WARNED_MS = 2_000;
/** An answer that takes longer says nothing about the time. */
const ANSWER_WITHIN_MS = 10_000;
/** Both clocks are read in whole milliseconds. */
const READING_MS = 2;
/** A pause of the process between two readings is shorter; a clock that was set further makes an answer useless. */
const MAX_DRIFT_MS = 50;

interface Measured {
  readonly differenceMs: number;
  /** How far the difference may be from the true one. */
  readonly errorMs: number;
}

export interface DatabaseClockDeps {
  readonly database: QueryClient;
  readonly logger: Logger;
  /** Default: those of this process. */
  readonly clocks?: SystemClocks;
}

/** The clocks of a process, in milliseconds. */
export interface SystemClocks {
  /** Since the epoch. A person or a time service can set it. */
  readonly time: () => number;
  /** Since some moment. Nobody can set it. */
  readonly elapsed: () => number;
}

const SYSTEM_CLOCKS: SystemClocks = {
  time: () => Date.now(),
  elapsed: () => performance.now(),
};

/**
 * The clock of the database, kept by this process: its own clock and a difference, which is measured at the start
 * and every minute. Replicas whose clocks differ thus agree on what is due, when a run ended and what is too old.
 * It is exact to half the time of an answer of the database, milliseconds in one network.
 */
export class DatabaseClock {
  readonly #deps: DatabaseClockDeps;
  readonly #clocks: SystemClocks;
  readonly #closed = new AbortController();
  #differenceMs = 0;
  #isWarned = false;
  #isStale = false;

  private constructor(deps: DatabaseClockDeps) {
    this.#deps = deps;
    this.#clocks = deps.clocks ?? SYSTEM_CLOCKS;
  }

  /** @throws Error when the database does not answer */
  static async open(deps: DatabaseClockDeps): Promise<DatabaseClock> {
    const clock = new DatabaseClock(deps);
    await clock.measure();
    void clock.#measureRepeatedly();
    return clock;
  }

  /** The time by the clock of the database. */
  readonly now = (): Date => new Date(this.#clocks.time() + this.#differenceMs);

  /**
   * Measures the difference of the clocks.
   * @throws Error when the database does not answer in time
   */
  async measure(): Promise<void> {
    let best: Measured | null = null;
    for (let answer = 0; answer < ANSWERS; answer += 1) {
      const measured = await this.#measureOnce();
      if (measured !== null && measured.errorMs < (best?.errorMs ?? Infinity)) best = measured;
    }
    if (best === null)
      throw new Error('The clock of this machine was set during each measurement.');
    // A slow answer says less than the difference that is known; at first that is none, as on a single machine.
    const isKnown = Math.abs(best.differenceMs - this.#differenceMs) <= best.errorMs;
    if (!isKnown) this.#differenceMs = best.differenceMs;
    this.#warn();
  }

  close(): void {
    this.#closed.abort();
  }

  /** @returns null when the clock of this machine was set meanwhile */
  async #measureOnce(): Promise<Measured | null> {
    const { time, elapsed } = this.#clocks;
    const [before, start] = [time(), elapsed()];
    const answer = await withTimeout(databaseTime(this.#deps.database), ANSWER_WITHIN_MS);
    const [after, tookMs] = [time(), elapsed() - start];
    if (Math.abs(after - before - tookMs) > MAX_DRIFT_MS) return null;
    return {
      differenceMs: answer.getTime() - (before + after) / 2,
      errorMs: tookMs / 2 + READING_MS,
    };
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

/** @throws Error when the answer takes longer; it is still awaited, so that it cannot be an unhandled rejection */
async function withTimeout<T>(answer: Promise<T>, ms: number): Promise<T> {
  const answered = new AbortController();
  const late = async (): Promise<never> => {
    await sleep(ms, undefined, { signal: answered.signal, ref: false });
    throw new Error(`The database gave no time within ${ms / 1000} seconds.`);
  };
  try {
    return await Promise.race([answer, late()]);
  } finally {
    answered.abort();
  }
}
