import fc from 'fast-check';
import { largestSampleKey, sampleCount, sampleKeys } from './row-sample.ts';

/** The positions of a sample. */
function positions(rows: number, count: number, seed: number): readonly number[] {
  const largest = largestSampleKey(rows, count, seed);
  const keyOf = sampleKeys(seed);
  return Array.from({ length: rows }, (_, row) => row).filter((row) => keyOf(row) <= largest);
}

it('draws exactly as many rows as requested, for any seed', () => {
  const sizes = fc.nat({ max: 9000 }).chain((rows) => fc.tuple(fc.constant(rows), fc.nat(rows)));
  fc.assert(
    fc.property(sizes, fc.maxSafeInteger(), ([rows, count], seed) => {
      expect(positions(rows, count, seed)).toHaveLength(count);
    }),
  );
});

it('draws the rows of a smaller sample also in a larger one', () => {
  const larger = positions(1000, 500, 42);
  expect(larger).toEqual(expect.arrayContaining([...positions(1000, 100, 42)]));
});

it('draws each pair of rows about equally often over many seeds', () => {
  const seeds = 20_000;
  const counts = new Map<string, number>();
  for (let seed = 0; seed < seeds; seed++) {
    const pair = positions(6, 2, seed).join();
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  const expected = seeds / 15;
  const chiSquare = [...counts.values()].reduce(
    (sum, count) => sum + (count - expected) ** 2 / expected,
    0,
  );
  // 99.99 % of true samples of 15 pairs are below 44.
  expect(counts.size).toBe(15);
  expect(chiSquare).toBeLessThan(44);
});

it('rounds a share of the rows to the nearest number', () => {
  expect([0.29, 0.295, 0.001].map((share) => sampleCount(100, { share }))).toEqual([29, 30, 0]);
});

it('refuses more rows than there are', () => {
  expect(() => sampleCount(2, { rows: 3 })).toThrow(/3 rows.*only 2/);
  expect(sampleCount(2, { rows: 3, orFewer: true })).toBe(2);
});

it('draws as many rows as requested of many', () => {
  for (const count of [1, 2, 70_000, 139_999]) {
    expect(positions(140_000, count, count)).toHaveLength(count);
  }
});
