import type pl from 'nodejs-polars';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { toPolars, userErrorFromPolars } from '../../expressions/index.ts';
import type { RowProbe } from './row-probe.ts';

/** @param lazy the input of the node: data in memory or a file, so that a slice of it costs little */
export function polarsRowProbe(
  library: PolarsLibrary,
  lazy: pl.LazyDataFrame,
  rows: number,
): RowProbe {
  return {
    rows,
    failure: (expressions, from, to) => {
      const values = expressions.map((expression, place) =>
        toPolars(expression, library).alias(`value ${place}`),
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
