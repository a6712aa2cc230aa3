import type { ColumnSchema, ColumnType } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import type { JsonValue } from '../../domain/json.ts';
import { readIsoDatetime } from '../../expressions/kernels/iso-datetime.ts';
import {
  floatText,
  readBoolean,
  readFloat,
  readInteger,
} from '../../expressions/kernels/number-text.ts';
import { literal, type Literal } from '../../expressions/typed-expression.ts';

/**
 * A value of a config, read as the type of the column it meets: text that says a number is that
 * number, ISO 8601 text is a date. For an integer column a number that is not whole is a float.
 * @throws UserError when it is no value of that type
 */
export function configValue(value: JsonValue, column: ColumnSchema): Literal {
  const read = valueOfType(value, column.type);
  if (read !== null) return read;
  if (column.type === 'integer') {
    const float = valueOfType(value, 'float');
    if (float !== null) return float;
  }
  throw new UserError(
    `The value ${shown(value)} does not fit the column "${column.name}": ${EXPECTED[column.type]}.`,
  );
}

const EXPECTED: Readonly<Record<ColumnType, string>> = {
  integer: 'it holds integers',
  float: 'it holds numbers',
  boolean: 'it holds booleans (true or false)',
  datetime: 'it holds dates; write one as ISO 8601, such as 2024-02-29 or 2024-02-29T10:30:00',
  string: 'it holds text',
};

function shown(value: JsonValue): string {
  if (typeof value === 'string') return `"${value}"`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** The value as a literal of the type, or null when it is none without a loss. */
export function valueOfType(value: JsonValue, type: ColumnType): Literal | null {
  switch (type) {
    case 'integer':
      return orNull('integer', integerOf(value));
    case 'float':
      return orNull('float', floatOf(value));
    case 'boolean':
      return orNull('boolean', booleanOf(value));
    case 'datetime':
      return orNull('datetime', typeof value === 'string' ? readIsoDatetime(value) : null);
    case 'string':
      return orNull('string', textOf(value));
  }
}

function orNull(type: ColumnType, value: Literal['value']): Literal | null {
  return value === null ? null : literal(type, value);
}

function integerOf(value: JsonValue): bigint | null {
  if (typeof value === 'string') return readInteger(value);
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? value : null;
  return typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : null;
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

/** Numbers and booleans as a column of text has them. */
function textOf(value: JsonValue): string | null {
  if (value === null || typeof value === 'object') return null;
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return floatText(value);
  return value.toString();
}
