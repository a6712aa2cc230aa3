import { setTimeout as delay } from 'node:timers/promises';

/** Several workers poll on one machine. */
const POLL_INTERVAL_MS = 200;

/**
 * Polls until a condition holds.
 * @param what completes "Timed out after 120 s waiting for …"
 * @param observe its errors count as observations for which the condition does not hold
 * @returns the observation for which the condition held
 * @throws Error with the last observation after `withinMs`
 */
export async function eventually<T>(
  what: string,
  observe: () => Promise<T>,
  holds: (observed: T) => boolean,
  withinMs = 120_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  let last = 'nothing';
  while (performance.now() < deadline) {
    try {
      const observed = await observe();
      if (holds(observed)) return observed;
      last = JSON.stringify(observed);
    } catch (error) {
      last = String(error);
    }
    await delay(POLL_INTERVAL_MS);
  }
  throw new Error(
    `Timed out after ${withinMs / 1000} s waiting for ${what}; observed last: ${last.slice(0, 4000)}`,
  );
}
