import type pl from 'nodejs-polars';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { toCompiledExpression } from '../../expressions/compiled-expression.ts';
import { toPolars } from '../../expressions/index.ts';
import { canFail, type TypedExpression } from '../../expressions/typed-expression.ts';
import { isSplit } from '../split-predicate.ts';
import { unusedName } from '../../domain/unused-name.ts';

/** Keeps the rows of a predicate. One that can fail is evaluated for every row. */
export function filterPlan(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  predicate: TypedExpression,
): pl.LazyDataFrame {
  const condition = toPolars(toCompiledExpression(predicate), library);
  if (!isSplit(predicate, canFail)) return lazy.filter(condition);
  const names = columns.map(({ name }) => name);
  const kept = unusedName('kept', names);
  const all = [...columns, { name: kept, type: 'boolean' } as const];
  return lazy
    .withColumns(condition.alias(kept))
    .filter(columnExpression(library, all, kept))
    .select(...names.map((name) => columnExpression(library, all, name)));
}
