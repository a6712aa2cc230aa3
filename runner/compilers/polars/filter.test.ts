import type { Frame } from '../../engines/pandas/frame.ts';
import { onPolars } from '../../../test/support/transform-engines.ts';
import pl from '../../engines/polars/pinned/library.ts';
import { combineBalanced } from '../../expressions/combine-balanced.ts';
import { comparison, logicalAnd } from '../../expressions/operations/logic.ts';
import { call, columnReference, literal } from '../../expressions/typed-expression.ts';
import { filterPlan } from './filter.ts';

const isInside = comparison('<', 'float');

/** A filter that each column is below 5. */
function filtered(width: number): pl.LazyDataFrame {
  const names = Array.from({ length: width }, (_, at) => `c${at}`);
  const columns = names.map((name) => ({ name, type: 'float' as const }));
  const parts = columns.map((column) =>
    call(isInside, columnReference(column), literal('float', 5)),
  );
  const lazy = pl.DataFrame(Object.fromEntries(names.map((name) => [name, [1, 2, 7]]))).lazy();
  return filterPlan(pl, { lazy, columns }, combineBalanced(logicalAnd, parts)!);
}

describe('a predicate of many parts', () => {
  it('is one predicate for polars, which would move each part by itself', () => {
    const predicates = (width: number): number =>
      filtered(width).describePlan().split('FILTER').length - 1;
    expect([predicates(3), predicates(100)]).toEqual([3, 1]);
  });

  it('keeps the same rows, and no column of its own', () => {
    for (const width of [3, 100]) {
      const { columns, height } = filtered(width).collectSync();
      expect({ width: columns.length, height }).toEqual({ width, height: 2 });
    }
  });
});

const texts: Frame = {
  length: 3,
  names: ['t'],
  columns: [
    { type: 'string', dictionary: ['2024-02-29', 'no date'], codes: Int32Array.of(0, 1, -1) },
  ],
};

it('keeps rows by conversions of text within each other, in the time and memory of one of them', () => {
  let expression = 't';
  // Repeated code of four would have billions of parts.
  for (let depth = 0; depth < 4; depth++) {
    expression = `cast(try_cast(${expression} as datetime) as string)`;
  }
  const kept = onPolars('filterExpression', { in: [texts] }, { expression: `${expression} != ''` });
  expect(kept.length).toBe(1);
}, 10_000);
