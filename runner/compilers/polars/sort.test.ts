import pl from '../../engines/polars/pinned/library.ts';
import { sortPlan } from './sort.ts';

const ROWS = 200_000;
const columns = [
  { name: 'order', type: 'integer' },
  { name: 'text', type: 'string' },
  { name: 'number', type: 'float' },
] as const;

// Few distinct values, many ties and nulls reveal unstable sorts and misplaced nulls.
const frame = pl
  .DataFrame(
    {
      order: Array.from({ length: ROWS }, (_, row) => BigInt(row)),
      text: Array.from({ length: ROWS }, (_, row) => pick(row * 7, ['a', 'b', 'é', null])),
      number: Array.from({ length: ROWS }, (_, row) => pick(row * 13 + 5, [1.5, -2, null, 0, 7])),
    },
    { schema: { order: pl.Int64, text: pl.String, number: pl.Float64 } },
  )
  .lazy();

describe('sortPlan by several keys', () => {
  it.each([
    [false, false, true],
    [true, false, false],
    [false, true, true],
    [true, true, false],
  ])('is stable (descending %s, %s; nulls last %s)', (first, second, nullsLast) => {
    const keys = [
      { column: 'text', descending: first },
      { column: 'number', descending: second },
    ];
    const sorted = sortPlan(
      pl,
      { lazy: frame, columns },
      { keys, nulls: nullsLast ? 'last' : 'first' },
    ).collectSync();
    const expected = frame
      .sort({
        by: [pl.col('text'), pl.col('number'), pl.col('order')],
        descending: [first, second, false],
        nullsLast: [nullsLast, nullsLast, true],
      })
      .collectSync();
    expect(sorted.columns).toEqual(['order', 'text', 'number']);
    expect(sorted.getColumn('order').seriesEqual(expected.getColumn('order'))).toBe(true);
  });
});

function pick<T>(seed: number, values: readonly T[]): T | null {
  return values[(Math.imul(seed, 2654435761) >>> 16) % values.length] ?? null;
}
