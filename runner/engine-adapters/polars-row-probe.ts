import type pl from 'nodejs-polars';
import { fromPolars } from '../engines/pandas/from-polars.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { isPolarsError } from '../engines/polars/pinned/errors.ts';
import { SharedColumns } from '../compilers/polars/shared-columns.ts';
import { toPolars } from '../expressions/index.ts';
import { columnsUsed } from '../expressions/typed-expression.ts';
import type { RowProbe } from './row-probe.ts';

/** A probe of a lazy frame. @param lazy data in memory or a file scan, so that slices are cheap */
export function polarsRowProbe(
  library: PolarsLibrary,
  lazy: pl.LazyDataFrame,
  rows: number,
): RowProbe {
  const slice = (from: number, to: number): pl.LazyDataFrame => lazy.slice(from, to - from);
  return {
    rows,
    fails: (expressions, from, to) => {
      const shared = new SharedColumns(
        library,
        expressions.flatMap(({ root }) => columnsUsed(root)),
      );
      const values = expressions.map((expression, index) =>
        toPolars(expression, library, shared.ofField()).alias(`value ${index}`),
      );
      try {
        shared
          .with(slice(from, to))
          .select(...values)
          .select(library.all().count())
          .collectSync({ engine: 'streaming' });
        return false;
      } catch (error) {
        if (isPolarsError(error)) return true;
        throw error;
      }
    },
    readRow: (row) => fromPolars(library, slice(row, row + 1).collectSync()),
  };
}
