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

/** The largest key of a sample is seldom more than so many standard deviations from its expected value. */
const DEVIATIONS = 6;

/**
 * The largest key in a sample of `count` of `rows` rows, in linear time; -1 for an empty sample. A row is in the
 * sample if its key is not larger.
 */
export function largestSampleKey(rows: number, count: number, seed: number): number {
  if (count === 0) return -1;
  const keyOf = sampleKeys(seed);
  // One pass finds the key in nearly all cases; keys at any distance of `rows` are all keys.
  let distance = DEVIATIONS * (Math.sqrt(count) + 1);
  for (;;) {
    const key = keyAtPlace(rows, count - 1, distance, keyOf);
    if (key !== undefined) return key;
    distance *= DEVIATIONS;
  }
}

/** The key at a place of the sorted keys; undefined if it is more than `distance` keys from its expected value. */
function keyAtPlace(
  rows: number,
  place: number,
  distance: number,
  keyOf: (row: number) => number,
): number | undefined {
  const least = ((place - distance) / rows) * 2 ** 32;
  const greatest = ((place + distance) / rows) * 2 ** 32;
  const near: number[] = [];
  let before = 0;
  for (let row = 0; row < rows; row++) {
    const key = keyOf(row);
    if (key < least) before++;
    else if (key <= greatest) near.push(key);
  }
  return near.sort((left, right) => left - right)[place - before];
}

/** Returns the function from the position of a row to its key, an unsigned 32-bit integer. */
export function sampleKeys(seed: number): (row: number) => number {
  const word = seedWord(seed) | 0;
  return (row) => mix(mix(row) ^ word) >>> 0;
}

/** The bits of the result as a signed integer, which V8 keeps in a register. */
function mix(value: number): number {
  let x = value | 0;
  x = Math.imul(x ^ (x >>> MIX.shifts[0]), MIX.multipliers[0]);
  x = Math.imul(x ^ (x >>> MIX.shifts[1]), MIX.multipliers[1]);
  return x ^ (x >>> MIX.shifts[2]);
}
