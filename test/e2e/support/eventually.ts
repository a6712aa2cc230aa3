import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 100;

/**
 * Looks again and again until a condition holds.
 * @param what completes the sentence "Waited in vain for …"
 * @param look gives what it sees, for the message; errors count as seen too
 * @returns what was seen when the condition held
 * @throws Error that tells what was seen last, after `withinMs`
 */
export async function eventually<T>(
  what: string,
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  withinMs = 120_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  let last = 'nothing';
  while (performance.now() < deadline) {
    try {
      const seen = await look();
      if (holds(seen)) return seen;
      last = JSON.stringify(seen);
    } catch (error) {
      last = String(error);
    }
    await delay(EVERY_MS);
  }
  throw new Error(
    `Waited ${withinMs / 1000} s in vain for ${what}; seen last: ${last.slice(0, 4000)}`,
  );
}
