import type pl from 'nodejs-polars';
import type { SortKey } from '../../plan/relation.ts';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { unusedName } from '../unused-name.ts';

/**
 * Sorts by several keys with one stable sort of row numbers per key, the least significant first. On a
 * million rows this takes a third of the time of the library's multi-column sort, which encodes rows.
 */
export function sortPlan(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  keys: readonly SortKey[],
  nullsLast: boolean,
): pl.LazyDataFrame {
  const column = (name: string): pl.Expr => columnExpression(library, columns, name);
  const [only, ...others] = keys;
  if (only === undefined) return lazy;
  if (others.length === 0) {
    const { descending } = only;
    return lazy.sort({ by: column(only.column), descending, nullsLast, maintainOrder: true });
  }
  // The order is a column, so that it is computed once and not for each gathered column.
  const order = unusedName(
    'order',
    columns.map(({ name }) => name),
  );
  const plan = withRowOrder({ library, input: { lazy, columns }, nullsLast }, keys, order);
  return plan.select(...columns.map(({ name }) => column(name).gather(library.col(order))));
}

/** Adds a column with the row numbers in sorted order. @param name of the new column */
export function withRowOrder(
  {
    library,
    input: { lazy, columns },
    nullsLast,
  }: { readonly library: PolarsLibrary; readonly input: PolarsFrame; readonly nullsLast: boolean },
  keys: readonly SortKey[],
  name: string,
): pl.LazyDataFrame {
  let plan = lazy;
  for (const [index, key] of keys.toReversed().entries()) {
    const values = columnExpression(library, columns, key.column);
    const ranked = index === 0 ? values : values.gather(library.col(name));
    const next = ranked.argSort(key.descending, nullsLast);
    plan = plan.withColumns((index === 0 ? next : library.col(name).gather(next)).alias(name));
  }
  return plan;
}
