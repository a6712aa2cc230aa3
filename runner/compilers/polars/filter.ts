import type pl from 'nodejs-polars';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { toCompiledExpression } from '../../expressions/compiled-expression.ts';
import { logicalAnd } from '../../expressions/operations/logic.ts';
import { toPolars } from '../../expressions/index.ts';
import { canFail, type TypedExpression } from '../../expressions/typed-expression.ts';
import { SharedColumns } from './shared-columns.ts';
import { isSplit } from '../split-predicate.ts';
import { unusedName } from '../../domain/unused-name.ts';

/**
 * Polars moves each part of a conjunction through the steps below, in time that is quadratic in the parts and
 * the columns of those steps: 500 ranges of 500 columns took 3.5 s, and as one predicate 0.4 s.
 */
const MAX_MOVED_PARTS = 32;

/**
 * From so many parts on that occur several times, each is a column of its own. Nested ones, such as conversions of text
 * within each other, would be repeated so often that one row took gigabytes. A predicate with one stays movable.
 */
const MIN_SHARED = 2;

/** Keeps the rows of a predicate. One that can fail is evaluated for every row. */
export function filterPlan(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  predicate: TypedExpression,
): pl.LazyDataFrame {
  const names = columns.map(({ name }) => name);
  const kept = unusedName('kept', names);
  const shared = new SharedColumns(library, [...names, kept]);
  const expression = toCompiledExpression(predicate);
  const condition = toPolars(expression, library, shared.ofField());
  const repeats = shared.count >= MIN_SHARED;
  const isMoved = !isSplit(predicate, canFail) && countParts(predicate) <= MAX_MOVED_PARTS;
  if (isMoved && !repeats) return lazy.filter(toPolars(expression, library));
  const all = [...columns, { name: kept, type: 'boolean' } as const];
  return shared
    .with(lazy)
    .withColumns(condition.alias(kept))
    .filter(columnExpression(library, all, kept))
    .select(...names.map((name) => columnExpression(library, all, name)));
}

function countParts(predicate: TypedExpression): number {
  if (predicate.kind !== 'call' || predicate.operation !== logicalAnd) return 1;
  return predicate.args.reduce((sum, part) => sum + countParts(part), 0);
}
