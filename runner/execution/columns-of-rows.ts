import type { ColumnSchema, ColumnType } from '../domain/column.ts';
import type { JsonValue, Row } from '../domain/json.ts';

/**
 * The columns of JSON rows: the union of their keys in order of appearance. A column that mixes integers
 * and floats is `float`; any other mix, and a column of nulls, is `string`.
 */
export function columnsOfRows(rows: readonly Row[]): readonly ColumnSchema[] {
  const types = new Map<string, ColumnType | null>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      types.set(name, commonType(types.get(name) ?? null, typeOf(value)));
    }
  }
  return [...types].map(([name, type]) => ({ name, type: type ?? 'string' }));
}

function typeOf(value: JsonValue): ColumnType | null {
  if (value === null) return null;
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'bigint') return isInt64(value) ? 'integer' : 'string';
  if (typeof value === 'number') return Number.isSafeInteger(value) ? 'integer' : 'float';
  return 'string';
}

function commonType(a: ColumnType | null, b: ColumnType | null): ColumnType | null {
  if (a === null || b === null || a === b) return a ?? b;
  const numbers = new Set<ColumnType>(['integer', 'float']);
  return numbers.has(a) && numbers.has(b) ? 'float' : 'string';
}

function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}
