import type pl from 'nodejs-polars';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import { countRows, type PolarsFrame, type PolarsLibrary } from '../../engines/polars/frame.ts';

/**
 * Keeps the rows of which a copy exists. To count distinct keys costs less than half of a search for copies, and
 * most checks find none, so the keys are counted first.
 */
export function duplicatesPlan(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  keys: readonly string[],
): pl.LazyDataFrame {
  const cells = keys.map((name) => columnExpression(library, columns, name));
  const rows = lazy.select(...cells);
  const distinct = rows.unique({ subset: [...keys], keep: 'any', maintainOrder: false });
  const count = (frame: pl.LazyDataFrame): number => countRows(library, { lazy: frame, columns });
  if (count(distinct) === count(rows)) return lazy.limit(0);
  return lazy.filter(library.struct(cells).isDuplicated());
}
