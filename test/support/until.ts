import { setTimeout as delay } from 'node:timers/promises';

/** Less than a test may take, so that it fails by what it waited for. */
const WITHIN_MS = 90_000;
/** What is waited for gets the processor. */
const PAUSE_MS = 5;

/**
 * Looks again and again until there is something to see.
 * @returns what `look` saw at last
 * @throws Error when it still saw nothing (null or false) after `withinMs`
 */
export async function until<T>(
  look: () => T | null | false | Promise<T | null | false>,
  withinMs = WITHIN_MS,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (seen !== null && seen !== false) return seen;
    if (performance.now() > deadline) throw new Error('What was waited for does not come');
    await delay(PAUSE_MS);
  }
}
