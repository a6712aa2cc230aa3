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
