/** The column types of files, engines, expressions and the API. */
export const COLUMN_TYPES = ['integer', 'float', 'boolean', 'datetime', 'string'] as const;

/**
 * - `integer`: exact 64-bit integers
 * - `float`: 64-bit floats; NaN never appears, it is null
 * - `datetime`: microseconds since the epoch, UTC, no zone
 */
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** Name and type of a column. */
export interface ColumnSchema {
  readonly name: string;
  readonly type: ColumnType;
}

/** Whether the type is `integer` or `float`. */
export function isNumeric(type: ColumnType): type is 'integer' | 'float' {
  return type === 'integer' || type === 'float';
}
