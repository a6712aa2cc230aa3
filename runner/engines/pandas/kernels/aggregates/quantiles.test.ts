import fc from 'fast-check';
import { placeOf, quantilesOf, valueBetween } from './quantiles.ts';

const SHARES = [0, 0.25, 0.5, 0.75, 1];

it('finds several quantiles of the same numbers like a sort', () => {
  const numbers = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 300 });
  const property = fc.property(numbers, (values) => {
    const sorted = Float64Array.from(values).sort();
    const expected = SHARES.map((share) => {
      const place = placeOf(sorted.length, share);
      return valueBetween(
        Number(sorted[Math.floor(place)]),
        Number(sorted[Math.ceil(place)]),
        place,
      );
    });
    expect(quantilesOf(Float64Array.from(values), SHARES)).toEqual(expected);
  });
  fc.assert(property, { seed: 1, numRuns: 300 });
});

it('finds no quantile of no numbers', () => {
  expect(quantilesOf(new Float64Array(0), SHARES)).toEqual(SHARES.map(() => NaN));
});
