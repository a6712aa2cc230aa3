import type pl from 'nodejs-polars';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { toCompiledExpression } from '../../expressions/compiled-expression.ts';
import { toPolars } from '../../expressions/index.ts';
import type { Pivot } from '../../plan/operators/pivot.ts';
import { sortPlan } from './sort.ts';

/** Turns the values of a column into columns. The library's own pivot is not lazy. */
export function pivotPlan(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  { index, value, heads, columns: target }: Pivot,
): pl.LazyDataFrame {
  const by = index.map((name) => columnExpression(library, columns, name));
  const cells = columnExpression(library, columns, value.name);
  // A group has at most one row of a head. To filter it instead takes three times as long.
  const results = heads.map(({ name, predicate }) => {
    const isHead = toPolars(toCompiledExpression(predicate), library);
    const own = library.when(isHead).then(cells).otherwise(library.lit(null));
    return own.dropNulls().first().alias(name);
  });
  const grouped = lazy.groupBy(by, true).agg(...results);
  const keys = index.map((column) => ({ column, descending: false }));
  return sortPlan(library, { lazy: grouped, columns: target }, { keys, nulls: 'last' });
}
