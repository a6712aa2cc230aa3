import fc from 'fast-check';
import { selectPlace } from './select-place.ts';

describe('the number at a place of the sorted numbers', () => {
  const number = fc.oneof(
    fc.integer({ min: -3, max: 3 }),
    fc.double({ noNaN: true }),
    fc.constantFrom(Infinity, -Infinity, 0),
  );

  it('is that of a sort, and divides the numbers', () => {
    const sample = fc.tuple(fc.array(number, { minLength: 1, maxLength: 400 }), fc.nat());
    const property = fc.property(sample, ([values, at]) => {
      const numbers = Float64Array.from(values, (value) => value + 0);
      const place = at % numbers.length;
      const sorted = numbers.slice().sort();
      const found = selectPlace(numbers, place);
      expect(found).toBe(sorted[place]);
      expect(numbers.slice(0, place).every((one) => one <= Number(found))).toBe(true);
      expect(numbers.slice(place + 1).every((one) => one >= Number(found))).toBe(true);
      expect(numbers.sort()).toEqual(sorted);
    });
    fc.assert(property, { seed: 1, numRuns: 500 });
  });

  it.each([
    ['ascending', (at: number) => at],
    ['descending', (at: number) => -at],
    ['equal', () => 1],
    ['an organ pipe', (at: number) => Math.min(at, 100_000 - at)],
  ])('is found in %s numbers', (_title, valueAt) => {
    const numbers = Float64Array.from({ length: 100_000 }, (_, at) => valueAt(at));
    const sorted = numbers.slice().sort();
    expect(selectPlace(numbers.slice(), 25_000)).toBe(sorted[25_000]);
    expect(selectPlace(numbers, 99_999)).toBe(sorted[99_999]);
  });

  it('is undefined without numbers', () => {
    expect(selectPlace(new Float64Array(0), 0)).toBeUndefined();
  });
});
