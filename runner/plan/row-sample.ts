import { UserError } from '../domain/errors.ts';

/*
 * Which rows a sample has. The key of a row is a hash of its position and the seed, and a sample has the rows
 * with the smallest keys. For one seed the hash is a permutation of the 32-bit integers, so no two rows of a
 * frame have the same key. It needs only integer arithmetic, which polars, numpy and JavaScript do alike.
 */

/**
 * The size of a sample: a number of rows, or a share of all rows from 0 to 1. `orFewer` makes it all rows when
 * there are fewer.
 */
export type SampleSize =
  { readonly rows: number; readonly orFewer?: true } | { readonly share: number };

/** The multipliers of the hash. Its rounds are `x ^= x >> shift; x *= multiplier`, modulo 2^32. */
export const MIX = {
  shifts: [16, 15, 16],
  multipliers: [0x7feb352d, 0x846ca68b],
} as const;

/** The number of rows of a sample; a share is rounded to the nearest. @throws UserError for too many rows */
export function sampleCount(rows: number, size: SampleSize): number {
  if ('share' in size) return Math.floor(size.share * rows + 0.5);
  if (size.rows <= rows) return size.rows;
  if (size.orFewer === true) return rows;
  throw new UserError(
    `A sample of ${size.rows} rows is impossible: there are only ${rows}. Ask for fewer rows or for a share of them.`,
  );
}

/** A seed as an unsigned 32-bit integer: seeds that differ by a multiple of 2^32 are equal. */
export function seedWord(seed: number): number {
  return Number(BigInt.asUintN(32, BigInt(seed)));
}

/** So few keys are sorted, which costs less than counts of leading bits. */
const FEW_ROWS = 2 ** 12;

/**
 * The largest key in a sample of `count` of `rows` rows, in linear time for many rows; -1 for an empty sample. A row is in
 * the sample if its key is not larger.
 */
export function largestSampleKey(rows: number, count: number, seed: number): number {
  if (count === 0) return -1;
  const keyOf = sampleKeys(seed);
  if (rows <= FEW_ROWS) {
    const keys = Uint32Array.from({ length: rows }, (_, row) => keyOf(row));
    return keys.sort()[count - 1] ?? -1;
  }
  const { bits, before } = leadingBits(rows, count, keyOf);
  const keys: number[] = [];
  for (let row = 0; row < rows; row++) {
    const key = keyOf(row);
    if (key >>> 16 === bits) keys.push(key);
  }
  return keys.sort((left, right) => left - right)[count - before - 1] ?? -1;
}

/** The leading 16 bits of the largest key in a sample, and the number of keys with smaller ones. */
function leadingBits(
  rows: number,
  count: number,
  keyOf: (row: number) => number,
): { readonly bits: number; readonly before: number } {
  const counts = new Uint32Array(2 ** 16);
  for (let row = 0; row < rows; row++) {
    const bits = keyOf(row) >>> 16;
    counts[bits] = (counts[bits] ?? 0) + 1;
  }
  let bits = 0;
  let before = 0;
  while (before + (counts[bits] ?? count) < count) before += counts[bits++] ?? 0;
  return { bits, before };
}

/** Returns the function from the position of a row to its key, an unsigned 32-bit integer. */
export function sampleKeys(seed: number): (row: number) => number {
  const word = seedWord(seed);
  return (row) => mix(mix(row) ^ word);
}

function mix(value: number): number {
  let x = value >>> 0;
  x = Math.imul(x ^ (x >>> MIX.shifts[0]), MIX.multipliers[0]) >>> 0;
  x = Math.imul(x ^ (x >>> MIX.shifts[1]), MIX.multipliers[1]) >>> 0;
  return (x ^ (x >>> MIX.shifts[2])) >>> 0;
}
