import type pl from 'nodejs-polars';
import type { SortKey } from '../pandas/kernels/sort-frame.ts';
import { columnExpression } from './column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from './frame.ts';

/**
 * A stable sort by several keys as one stable sort of row numbers a key, the last key first. On a
 * million rows that takes a third of the time of the library's own sort by several columns, which
 * encodes whole rows.
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
  // Its own column, so that the order is worked out once and not for each column that follows it.
  const order = nameBeside(columns.map(({ name }) => name));
  let plan = lazy;
  for (const [index, key] of keys.toReversed().entries()) {
    const values = column(key.column);
    const ranked = index === 0 ? values : values.gather(library.col(order));
    const next = ranked.argSort(key.descending, nullsLast);
    plan = plan.withColumns((index === 0 ? next : library.col(order).gather(next)).alias(order));
  }
  return plan.select(...columns.map(({ name }) => column(name).gather(library.col(order))));
}

/** A name that none of the columns has. */
function nameBeside(names: readonly string[]): string {
  let name = 'order';
  while (names.includes(name)) name += '_';
  return name;
}
