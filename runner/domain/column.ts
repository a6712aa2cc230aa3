/** The five types a column can have, everywhere: files, engines, expressions, API. */
export const COLUMN_TYPES = ['integer', 'float', 'boolean', 'datetime', 'string'] as const;

/**
 * - `integer`: exact 64-bit integers
 * - `float`: 64-bit floats; NaN never appears, it is null
 * - `datetime`: microseconds since the epoch, UTC, no zone
 */
export type ColumnType = (typeof COLUMN_TYPES)[number];

/** A column as listed in schemas: its name and its type. */
export interface ColumnSchema {
  readonly name: string;
  readonly type: ColumnType;
}

export function isNumeric(type: ColumnType): type is 'integer' | 'float' {
  return type === 'integer' || type === 'float';
}
