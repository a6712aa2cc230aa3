/** How often a put is made at most while the server says that another of the key is under way (409). */
export const CONFLICT_ATTEMPTS = 5;

const FIRST_PAUSE_MS = 100;

/**
 * Milliseconds to wait after a put that met another one: the other must be given the time to end. Each
 * pause is about twice the last, 1.5 seconds in all at most; half of it is by chance, so that two who
 * met do not meet again.
 * @param attempt the one that was refused, from 1 on
 */
export function conflictPauseMs(attempt: number, random = Math.random): number {
  return FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + 0.5 * random());
}
