import type { Validity } from '../../frame.ts';

/**
 * Integers as a base and their distances from it. Floats round integers beyond ±2^53; near the base the
 * distances are exact, so that a mean and a deviation of them are too.
 */
export interface IntegerOffsets {
  readonly base: bigint;
  readonly offsets: Float64Array;
}

/** The distances of integers from the first one that is not null. Those of nulls are arbitrary. */
export function integerOffsets(values: BigInt64Array, validity: Validity): IntegerOffsets {
  const base = values[validity === null ? 0 : Math.max(0, validity.indexOf(1))] ?? 0n;
  const offsets = new Float64Array(values.length);
  for (let row = 0; row < values.length; row++) offsets[row] = Number((values[row] ?? 0n) - base);
  return { base, offsets };
}
