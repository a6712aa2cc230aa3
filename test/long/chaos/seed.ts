/**
 * The number that all chance of a chaos suite comes from. It is logged; with it in
 * MILLRACE_CHAOS_SEED the same kills come in the same order, at the same distances.
 */
export function chaosSeed(environment: NodeJS.ProcessEnv = process.env): number {
  const text = environment.MILLRACE_CHAOS_SEED;
  if (text === undefined) return Math.floor(Math.random() * 2 ** 32);
  const seed = Number(text);
  if (!Number.isInteger(seed)) throw new Error(`MILLRACE_CHAOS_SEED is no integer: ${text}`);
  return seed;
}

/** Numbers from 0 to below 1 that follow from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of several, by chance. @throws Error when there is none */
export function oneOf<T>(choices: readonly T[], random: () => number): T {
  const chosen = choices[Math.floor(random() * choices.length)];
  if (chosen === undefined) throw new Error('There is nothing to choose from');
  return chosen;
}
