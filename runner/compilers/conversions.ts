import type { ColumnSchema, ColumnType } from '../domain/column.ts';
import type { Operation } from '../expressions/operation.ts';
import { widening } from '../plan/widening.ts';

/** A column of an input that a union or an unpivot converts, and how. */
export interface Conversion {
  readonly name: string;
  readonly operation: Operation;
}

/** The columns of an input that have another type in the result. @param types the types of the result */
export function conversionsOf(
  columns: readonly ColumnSchema[],
  types: ReadonlyMap<string, ColumnType>,
): readonly Conversion[] {
  return columns.flatMap(({ name, type }) => {
    const operation = widening(type, types.get(name) ?? type);
    return operation === null ? [] : [{ name, operation }];
  });
}
