import type pl from 'nodejs-polars';
import { columnExpression } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { toCompiledExpression } from '../../expressions/compiled-expression.ts';
import { logicalAnd } from '../../expressions/operations/logic.ts';
import { toPolars } from '../../expressions/index.ts';
import { canFail, type TypedExpression } from '../../expressions/typed-expression.ts';
import { isSplit } from '../split-predicate.ts';
import { unusedName } from '../../domain/unused-name.ts';

/**
 * Polars moves each part of a conjunction through the steps below, in time that is quadratic in the parts and
 * the columns of those steps: 500 ranges of 500 columns took 3.5 s, and as one predicate 0.4 s.
 */
const MAX_MOVED_PARTS = 32;

/** Keeps the rows of a predicate. One that can fail is evaluated for every row. */
export function filterPlan(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  predicate: TypedExpression,
): pl.LazyDataFrame {
  const condition = toPolars(toCompiledExpression(predicate), library);
  const isMoved = !isSplit(predicate, canFail) && countParts(predicate) <= MAX_MOVED_PARTS;
  if (isMoved) return lazy.filter(condition);
  const names = columns.map(({ name }) => name);
  const kept = unusedName('kept', names);
  const all = [...columns, { name: kept, type: 'boolean' } as const];
  return lazy
    .withColumns(condition.alias(kept))
    .filter(columnExpression(library, all, kept))
    .select(...names.map((name) => columnExpression(library, all, name)));
}

function countParts(predicate: TypedExpression): number {
  if (predicate.kind !== 'call' || predicate.operation !== logicalAnd) return 1;
  return predicate.args.reduce((sum, part) => sum + countParts(part), 0);
}
