/**
 * The seed of all random numbers of a chaos suite. MILLRACE_CHAOS_SEED repeats the order and the
 * distances of the kills of a logged seed.
 */
export function chaosSeed(environment: NodeJS.ProcessEnv = process.env): number {
  const text = environment.MILLRACE_CHAOS_SEED;
  if (text === undefined) return Math.floor(Math.random() * 2 ** 32);
  const seed = Number(text);
  if (!Number.isInteger(seed)) throw new Error(`MILLRACE_CHAOS_SEED is no integer: ${text}`);
  return seed;
}

/** A generator of numbers from 0 to below 1 (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A random item. @throws Error when the list is empty */
export function oneOf<T>(choices: readonly T[], random: () => number): T {
  const chosen = choices[Math.floor(random() * choices.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from');
  return chosen;
}
