import type pl from 'nodejs-polars';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { toPolars, userErrorFromPolars } from '../../expressions/index.ts';
import type { RowProbe } from './row-probe.ts';

/** A probe of a lazy frame. @param lazy data in memory or a file scan, so that slices are cheap */
export function polarsRowProbe(
  library: PolarsLibrary,
  lazy: pl.LazyDataFrame,
  rows: number,
): RowProbe {
  return {
    rows,
    failure: (expressions, from, to) => {
      const values = expressions.map((expression, index) =>
        toPolars(expression, library).alias(`value ${index}`),
      );
      try {
        lazy
          .slice(from, to - from)
          .select(...values)
          .select(library.all().count())
          .collectSync({ engine: 'streaming' });
        return null;
      } catch (error) {
        const failure = userErrorFromPolars(error);
        if (failure === undefined) throw error;
        return failure;
      }
    },
  };
}
