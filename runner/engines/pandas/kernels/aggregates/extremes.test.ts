import { describe, expect, it } from '@jest/globals';
import { extremesOf } from './extremes.ts';

describe('the rows with the least and the greatest value', () => {
  it('are the first of equal numbers, without nulls', () => {
    const values = Float64Array.of(-9, 0, -0, 5, 5, 9);
    const validity = Uint8Array.of(0, 1, 1, 1, 1, 0);
    expect(extremesOf({ type: 'float', values, validity })).toEqual({ min: 1, max: 3 });
  });

  it('are found among infinities', () => {
    const values = Float64Array.of(Infinity, Infinity, -Infinity);
    expect(extremesOf({ type: 'float', values, validity: null })).toEqual({ min: 2, max: 0 });
    const same = values.subarray(0, 2);
    expect(extremesOf({ type: 'float', values: same, validity: null })).toEqual({ min: 0, max: 0 });
  });

  it('compare texts by code point and ignore unused ones', () => {
    // The surrogates of the emoji are less than U+FFFD, its code point is greater.
    const dictionary = ['a', '\u{1F600}', '\uFFFD', 'b'];
    const codes = Int32Array.of(-1, 2, 3, 1, 1, 3);
    expect(extremesOf({ type: 'string', codes, dictionary })).toEqual({ min: 2, max: 3 });
  });

  it('compare integers exactly that are equal as floats', () => {
    const values = BigInt64Array.of(2n ** 53n, 2n ** 53n + 1n);
    expect(extremesOf({ type: 'integer', values, validity: null })).toEqual({ min: 0, max: 1 });
  });

  it('are -1 for a column of nulls', () => {
    const none = { min: -1, max: -1 };
    const values = Float64Array.of(0);
    expect(extremesOf({ type: 'float', values, validity: Uint8Array.of(0) })).toEqual(none);
    expect(extremesOf({ type: 'string', codes: Int32Array.of(-1), dictionary: [] })).toEqual(none);
  });
});
