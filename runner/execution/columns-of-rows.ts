import type { ColumnSchema, ColumnType } from '../domain/column.ts';
import type { Row } from '../domain/json.ts';
import { supertype } from '../domain/types/supertype.ts';
import { typeOfValue } from '../domain/types/type-of-value.ts';

/**
 * The columns of JSON rows: the union of their keys in order of appearance. A column has the common
 * supertype of its values; a column of nulls is `null`.
 */
export function columnsOfRows(rows: readonly Row[]): readonly ColumnSchema[] {
  const types = new Map<string, ColumnType>();
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      types.set(name, supertype(types.get(name) ?? 'null', typeOfValue(value)));
    }
  }
  return [...types].map(([name, type]) => ({ name, type }));
}
