import { describe, expect, it } from '@jest/globals';
import { distinctCount } from './distinct-count.ts';

/** More than the first table of hashes holds. */
const MANY = 5_000;

function floats(cells: readonly number[], validity: Uint8Array | null = null): number {
  const range = { min: Math.min(...cells), max: Math.max(...cells) };
  return distinctCount({ type: 'float', values: Float64Array.from(cells), validity }, range);
}

describe('the number of distinct values', () => {
  it('counts integers of a small range and leaves nulls out', () => {
    expect(floats([3, -2, 3, 0, -0, 7], Uint8Array.of(1, 1, 1, 1, 1, 0))).toBe(3);
  });

  it('counts fractions of any number, with 0 and -0 as one', () => {
    const cells = Array.from({ length: 3 * MANY }, (_, row) => (row % MANY) / 8);
    expect(floats([...cells, -0])).toBe(MANY);
  });

  it('counts infinities, and fractions after integers', () => {
    expect(floats([Infinity, 1, -Infinity, 1, Infinity])).toBe(3);
    expect(floats([1, 2, 2.5, 2.5])).toBe(3);
  });

  it('counts integers apart that are equal as floats', () => {
    const values = BigInt64Array.of(0n, 2n ** 53n, 2n ** 53n + 1n, -(2n ** 63n), 0n, 2n ** 53n);
    expect(distinctCount({ type: 'integer', values, validity: null }, null)).toBe(4);
  });

  it('counts only the texts that a cell has', () => {
    const codes = Int32Array.of(2, -1, 0, 2, -1);
    expect(distinctCount({ type: 'string', codes, dictionary: ['a', 'b', 'c'] }, null)).toBe(2);
  });

  it('counts booleans that are not null', () => {
    const values = Uint8Array.of(1, 0, 1);
    expect(distinctCount({ type: 'boolean', values, validity: null }, null)).toBe(2);
    expect(distinctCount({ type: 'boolean', values, validity: Uint8Array.of(1, 0, 1) }, null)).toBe(
      1,
    );
  });
});
