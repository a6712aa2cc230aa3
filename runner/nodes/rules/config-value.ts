import type { ColumnSchema, ColumnType } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import type { JsonValue } from '../../domain/json.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { typeOfValue } from '../../domain/types/type-of-value.ts';
import { decimalLiteral } from '../../expressions/exact-comparison.ts';
import { datetimeText } from '../../expressions/values/dates.ts';
import { readExactDecimal } from '../../expressions/values/exact-decimal.ts';
import { readIsoDatetime } from '../../expressions/values/iso-datetime.ts';
import {
  floatText,
  readBoolean,
  readFloat,
  readInteger,
} from '../../expressions/values/number-text.ts';
import { literal } from '../../expressions/typed-expression.ts';
import type { Literal } from '../../expressions/literal.ts';

/**
 * Converts a config value to the type of the column that it is compared with: numeric text to a number,
 * ISO 8601 text to a datetime. For an integer column, a fractional number becomes a float.
 * @throws UserError when the value cannot be converted
 */
export function convertConfigValue(value: JsonValue, column: ColumnSchema): Literal {
  const converted = convertCompared(value, column.type);
  if (converted !== null) return converted;
  if (column.type === 'integer') {
    const float = floatOf(value);
    if (float !== null) return decimalLiteral(float, textOf(value) ?? '');
  }
  throw misfit(value, column);
}

/**
 * Converts a config value to the type of a column whose cells it can equal.
 * @throws UserError when the value cannot be converted without loss
 */
export function convertExactly(value: JsonValue, column: ColumnSchema): Literal {
  const converted = convertTo(value, column.type);
  if (converted === null) throw misfit(value, column);
  return converted;
}

function misfit(value: JsonValue, { name, type }: ColumnSchema): UserError {
  const { values } = COLUMN_TYPE_TABLE[type];
  return new UserError(
    `The value ${quoted(value)} does not fit the column "${name}": it holds ${values}.`,
  );
}

function quoted(value: JsonValue): string {
  if (typeof value === 'string') return `"${value}"`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * The value as a literal of the type; null when it cannot be converted without loss. A column of nulls
 * takes any value with the type that it has.
 */
export function convertTo(value: JsonValue, type: ColumnType): Literal | null {
  switch (type) {
    case 'null':
      return value === null ? null : convertTo(value, typeOfValue(value));
    case 'integer':
      return literalOrNull('integer', integerOf(value));
    case 'float':
      return literalOrNull('float', floatOf(value));
    case 'boolean':
      return literalOrNull('boolean', booleanOf(value));
    case 'datetime':
      return literalOrNull('datetime', typeof value === 'string' ? readIsoDatetime(value) : null);
    case 'string':
      return literalOrNull('string', textOf(value));
  }
}

/**
 * The value as a literal of the type of the column that it is only compared with, like `convertTo`. Each whole
 * number is an integer: also `1e18`, which stays a float where it becomes a cell.
 */
export function convertCompared(value: JsonValue, type: ColumnType): Literal | null {
  return type === 'integer' ? literalOrNull('integer', wholeOf(value)) : convertTo(value, type);
}

/**
 * The value as a literal of the type of the column in which it replaces others. Only text is read as that type:
 * the number 1 is no boolean.
 */
export function convertReplacement(value: JsonValue, type: ColumnType): Literal | null {
  const isNumber = typeof value === 'number' || typeof value === 'bigint';
  return type === 'boolean' && isNumber ? null : convertTo(value, type);
}

/**
 * A literal as the text that its type writes. The text of a script's parameter is that of the config, so that
 * the literal keeps its place only if both are the same.
 */
export function textOfLiteral({ type, value, written }: Literal): Literal {
  const text =
    type === 'datetime' && typeof value === 'bigint' ? datetimeText(value) : textOf(value);
  const exact = literal('string', typeof value === 'number' ? floatText(value) : text);
  const isSame = written !== undefined && textOf(written.value) === exact.value;
  return isSame ? { ...exact, written } : exact;
}

function literalOrNull(type: ColumnType, value: Literal['value']): Literal | null {
  return value === null ? null : literal(type, value);
}

function integerOf(value: JsonValue): bigint | null {
  if (typeof value === 'string') return readInteger(value);
  // The parser has rounded a float beyond 2^53: it may have been another integer.
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return null;
  return wholeOf(value);
}

function wholeOf(value: JsonValue): bigint | null {
  const whole = exactOf(value);
  return whole !== null && BigInt.asIntN(64, whole) === whole ? whole : null;
}

function exactOf(value: JsonValue): bigint | null {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : null;
  const exact = typeof value === 'string' ? readExactDecimal(value) : null;
  return exact?.whole === true ? exact.floor : null;
}

function floatOf(value: JsonValue): number | null {
  const float = typeof value === 'string' ? readFloat(value) : value;
  if (typeof float === 'bigint') return Number(float);
  return typeof float === 'number' && !Number.isNaN(float) ? float : null;
}

function booleanOf(value: JsonValue): boolean | null {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'object') return null;
  return readBoolean(value.toString());
}

/** Formats numbers and booleans like text columns. */
function textOf(value: JsonValue): string | null {
  if (value === null || typeof value === 'object') return null;
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return floatText(value);
  return value.toString();
}
