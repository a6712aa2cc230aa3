import { isNullOperation, logicalNot, logicalOr } from '../expressions/operations/logic.ts';
import { call, type TypedExpression } from '../expressions/typed-expression.ts';
import type { Sample } from './relation.ts';
import type { Table } from './table.ts';

/*
 * A split has two outputs that complement each other: each row of the input is in exactly one of them. It
 * needs no operator of its own.
 */

/** Splits the rows into a sample and all others, each in order. */
export function splitBySample(
  table: Table,
  drawn: Pick<Sample, 'size' | 'seed' | 'at'>,
): readonly [Table, Table] {
  return [table.sample(drawn), table.sample(drawn, 'rest')];
}

/** Splits the rows into those for which the predicate is true and all others, each in order. */
export function splitByPredicate(
  table: Table,
  predicate: TypedExpression,
): readonly [Table, Table] {
  const isFalse = call(logicalNot, predicate);
  const isOther = call(logicalOr, call(isNullOperation, predicate), isFalse);
  return [table.filter(predicate), table.filter(isOther)];
}
