/** The maximum number of attempts of a put that conflicts with a concurrent put of the same key (409). */
export const MAX_PUT_ATTEMPTS = 5;

const FIRST_BACKOFF_MS = 100;

/**
 * The backoff in milliseconds after a conflicting put. It doubles with each attempt, up to 1.5 seconds in
 * total; half of it is random, so that two writers do not conflict again.
 * @param attempt number of the failed attempt, from 1
 */
export function conflictBackoffMs(attempt: number, random = Math.random): number {
  return FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + 0.5 * random());
}
