import type { Column } from '../../frame.ts';
import { correlationFrame } from './correlations.ts';

/** Returns the correlation of two columns, or null. */
function correlationOf(a: Column, b: Column): number | null {
  const [, , products, counts] = correlationFrame([a, b]);
  if (products?.type !== 'float' || counts?.type !== 'integer')
    throw new TypeError('float, integer');
  // The pairs are a with a, a with b, b with b.
  const count = Number(counts.values[1]);
  return count < 2 ? null : Number(products.values[1]) / (count - 1);
}

const floats = (values: readonly (number | null)[]): Column => ({
  type: 'float',
  values: Float64Array.from(values, (value) => value ?? NaN),
  validity: values.includes(null)
    ? Uint8Array.from(values, (value) => (value === null ? 0 : 1))
    : null,
});

describe('the correlation of two columns', () => {
  it('is 1 for a line and -1 for a falling one', () => {
    const a = floats([1, 2, 3, 4]);
    expect(correlationOf(a, floats([10, 20, 30, 40]))).toBeCloseTo(1, 12);
    expect(correlationOf(a, floats([4, 3, 2, 1]))).toBeCloseTo(-1, 12);
  });

  it('counts the rows in which both values are finite only', () => {
    const a = floats([1, 2, null, 4, 5]);
    const b = floats([2, 4, 99, Infinity, 10]);
    expect(correlationOf(a, b)).toBeCloseTo(1, 12);
  });

  it('reads booleans as 0 and 1, and integers of 64 bits', () => {
    const flags: Column = { type: 'boolean', values: Uint8Array.of(0, 1, 0, 1), validity: null };
    const large: Column = {
      type: 'integer',
      values: BigInt64Array.of(0n, 2n ** 60n, 0n, 2n ** 60n),
      validity: null,
    };
    expect(correlationOf(flags, large)).toBeCloseTo(1, 12);
  });

  it.each([
    ['of a constant column', [5, 5, 5], [1, 2, 3]],
    ['whose deviation is beyond floats', [1e308, -1e308, 1e308], [1, 2, 3]],
    ['without two common rows', [1, null, 2], [null, 2, 3]],
  ])('is null %s', (_name, a, b) => {
    expect(correlationOf(floats(a), floats(b))).toBeNull();
  });
});
