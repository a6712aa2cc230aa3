import { setTimeout as pause } from 'node:timers/promises';
import { AnswerError, isAnswerLost, UnreachableError } from './server-error.ts';

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 5_000;
/** Status codes of a busy or starting server: a retry may succeed. */
const TRANSIENT: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Retries a read while the server is busy or the connection breaks.
 * @param wasReached true when an earlier request arrived, so an unreachable server may be restarting
 * @throws the error of the last attempt
 */
export async function retryRead<T>(work: () => Promise<T>, wasReached = false): Promise<T> {
  let isReached = wasReached;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      isReached ||= isAnswerLost(error);
      const asked = retryDelay(error, isReached);
      if (asked === null || attempt >= MAX_ATTEMPTS) throw error;
      await pause(pauseAfter(attempt, asked));
    }
  }
}

/**
 * Retries a change while it may be repeated.
 * @param mayRepeat called before each retry
 * @throws the error of the last attempt, or of the attempt whose response was lost: that request may have
 *   been executed
 */
export async function retryChange<T>(
  work: () => Promise<T>,
  mayRepeat: () => Promise<boolean>,
): Promise<T> {
  let lost: Error | null = null;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (isAnswerLost(error)) lost = error;
      const asked = retryDelay(error, lost !== null);
      if (asked === null || attempt >= MAX_ATTEMPTS) throw lost ?? error;
      await pause(pauseAfter(attempt, asked));
      if (!(await mayRepeat())) throw lost ?? error;
    }
  }
}

/** Returns the delay that the server requests, 0 without a request, or null when a retry is useless. */
function retryDelay(error: unknown, wasReached: boolean): number | null {
  if (error instanceof UnreachableError) return error.isAway && !wasReached ? null : 0;
  if (error instanceof AnswerError && TRANSIENT.has(error.status)) return error.retryAfterMs ?? 0;
  return null;
}

function pauseAfter(attempt: number, asked: number): number {
  return Math.min(asked || FIRST_PAUSE_MS * 2 ** (attempt - 1), MAX_PAUSE_MS);
}
