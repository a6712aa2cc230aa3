import { setTimeout as delay } from 'node:timers/promises';

/** Shorter than a test's timeout, so that the failure names the condition. */
const WITHIN_MS = 90_000;
/** Leaves the CPU to the awaited work. */
const PAUSE_MS = 5;

/**
 * Polls until a condition holds.
 * @param condition is polled; null and false mean "not yet"
 * @returns the first other value of `condition`
 * @throws Error when the condition does not hold within `withinMs` milliseconds
 */
export async function until<T>(
  condition: () => T | null | false | Promise<T | null | false>,
  withinMs = WITHIN_MS,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await condition();
    if (value !== null && value !== false) return value;
    if (performance.now() > deadline)
      throw new Error(`The condition does not hold after ${withinMs} ms: ${String(condition)}`);
    await delay(PAUSE_MS);
  }
}
