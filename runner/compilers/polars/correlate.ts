import type pl from 'nodejs-polars';
import type { Column } from '../../engines/pandas/frame.ts';
import { fromPolars } from '../../engines/pandas/from-polars.ts';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { toPolars } from '../../engines/pandas/to-polars.ts';
import type { Correlate } from '../../plan/operators/correlate.ts';
import { correlateFrame } from '../pandas/correlate.ts';

/**
 * Correlates each pair of columns by the kernel of the pandas engine: the library takes 20 ms for a pair of
 * 100,000 rows. The columns are evaluated first, one after the other, since each has a copy in JavaScript.
 */
export function correlatePlan(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  relation: Correlate,
): pl.LazyDataFrame {
  const names = relation.correlated.map(({ name }) => name);
  const cells = names.map((name): Column => {
    const code = columnExpression(library, columns, name);
    const column = lazy.select(code).collectSync({ engine: 'streaming' });
    const [only] = fromPolars(library, column).columns;
    if (only === undefined) throw new Error(`The frame has no column "${name}".`);
    return only;
  });
  const length = 0;
  return toPolars(library, correlateFrame({ length, names, columns: cells }, relation)).lazy();
}
