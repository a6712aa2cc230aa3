import type { ColumnSchema } from '../../domain/column.ts';
import type { JsonValue } from '../../domain/json.ts';
import type { Relation } from '../../engines/pandas/kernels/cells/predicates.ts';
import { coalesce } from '../../expressions/operations/conditional.ts';
import {
  comparison,
  isIn,
  isNotNullOperation,
  isNullOperation,
  logicalAnd,
  logicalOr,
} from '../../expressions/operations/logic.ts';
import { textToFloat, textToInteger } from '../../expressions/operations/text-casts.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import type { Literal } from '../../expressions/literal.ts';
import type { ConfigPath } from '../../plan/relation.ts';

/** Floats below are exact for whole numbers. */
const FIRST_SHARED = 2n ** 53n;

/** Whether a value of a config is a JSON number that the cells of a text column are compared with as numbers. */
export function isNumberForText(
  value: JsonValue,
  { type }: Pick<ColumnSchema, 'type'>,
): value is number | bigint {
  return type === 'string' && (typeof value === 'number' || typeof value === 'bigint');
}

/**
 * Compares the numbers that the texts of a column stand for with a number of a config: "10" is greater than 9.
 * The result is null for null. A text that is no number is unequal to each, and for other relations null.
 * @param at the place of the number in the config of the node
 */
export function compareTextAsNumber(
  relation: Relation,
  column: ColumnSchema,
  value: number | bigint,
  at: ConfigPath,
): TypedExpression {
  const compared = compareNumbers(relation, column, value, at);
  if (relation !== '!=') return compared;
  const cell = columnReference(column);
  const isNoNumber = call(isNullOperation, call(textToFloat(null), cell));
  return call(logicalOr, compared, call(logicalAnd, isNoNumber, call(isNotNullOperation, cell)));
}

function compareNumbers(
  relation: Relation,
  column: ColumnSchema,
  value: number | bigint,
  at: ConfigPath,
): TypedExpression {
  const cell = columnReference(column);
  const written = { at, value };
  const float: Literal = { ...literal('float', Number(value)), written };
  const asFloats = call(comparison(relation, 'float'), call(textToFloat(null), cell), float);
  const whole = exactWhole(value);
  if (whole === null) return asFloats;
  const integer: Literal = { ...literal('integer', whole), written };
  const exactly = call(comparison(relation, 'integer'), call(textToInteger(null), cell), integer);
  return call(coalesce('boolean'), exactly, asFloats);
}

/** Whether the text of a column stands for one of some numbers of a config. */
export function isTextAmongNumbers(
  column: ColumnSchema,
  numbers: readonly NumberAt[],
): readonly TypedExpression[] {
  const isExact = ({ value }: NumberAt): boolean => exactWhole(value) !== null;
  const floats = numbers
    .filter((one) => !isExact(one))
    .map(({ at, value }): Literal => ({
      ...literal('float', Number(value)),
      written: { at, value },
    }));
  const values = floats.map(({ value }) => value);
  const cell = call(textToFloat(null), columnReference(column));
  return [
    ...(floats.length === 0 ? [] : [call(isIn('float', values), cell, ...floats)]),
    ...numbers.filter(isExact).map(({ at, value }) => compareTextAsNumber('==', column, value, at)),
  ];
}

/** A number of a config with its place. */
export interface NumberAt {
  readonly value: number | bigint;
  readonly at: ConfigPath;
}

/** The integer of a value that as a float could be another one; null for any other value. */
function exactWhole(value: number | bigint): bigint | null {
  if (!Number.isInteger(Number(value))) return null;
  const whole = BigInt(value);
  const isShared = whole >= FIRST_SHARED || whole <= -FIRST_SHARED;
  return isShared && BigInt.asIntN(64, whole) === whole ? whole : null;
}
