import type pl from 'nodejs-polars';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import type { Duplicates } from '../../plan/relation.ts';

/**
 * The rows whose keys others have too. A check of uniqueness mostly finds none, and counting the values of one
 * key costs half as much as finding such rows, so they are counted first. For several keys it costs the same.
 */
export function duplicatesPlan(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  { keys }: Duplicates,
): pl.LazyDataFrame {
  const cells = keys.map((name) => columnExpression(library, columns, name));
  const [only] = cells;
  if (only !== undefined && cells.length === 1 && isUnique(library, lazy, only)) {
    return lazy.limit(0);
  }
  return lazy.filter(library.struct(cells).isDuplicated());
}

function isUnique(library: PolarsLibrary, lazy: pl.LazyDataFrame, key: pl.Expr): boolean {
  const counts = lazy
    .select(key.nUnique().alias('values'), library.len().alias('rows'))
    .collectSync();
  return (
    Number(counts.getColumn('values').getIndex(0)) === Number(counts.getColumn('rows').getIndex(0))
  );
}
