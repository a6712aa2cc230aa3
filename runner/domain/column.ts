import { COLUMN_TYPE_TABLE } from './types/column-types.ts';

/** A column type of files, engines, expressions and the API. */
export type ColumnType = keyof typeof COLUMN_TYPE_TABLE;

/** All column types. */
export const COLUMN_TYPES = Object.keys(COLUMN_TYPE_TABLE) as readonly ColumnType[];

/** Name and type of a column. */
export interface ColumnSchema {
  readonly name: string;
  readonly type: ColumnType;
}

/** Whether the type is `integer` or `float`. */
export function isNumeric(type: ColumnType): type is 'integer' | 'float' {
  return COLUMN_TYPE_TABLE[type].numeric;
}
