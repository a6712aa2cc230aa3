import type { ColumnType } from '../column.ts';
import type { JsonValue } from '../json.ts';

/** The type of a JSON value. Integers beyond 64 bits, lists and objects are text. */
export function typeOfValue(value: JsonValue): ColumnType {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? 'integer' : 'string';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'float';
  return 'string';
}
