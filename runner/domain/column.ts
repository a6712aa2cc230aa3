import { COLUMN_TYPE_TABLE } from './types/column-types.ts';

/** A column type of files, engines and expressions. */
export type ColumnType = keyof typeof COLUMN_TYPE_TABLE;

/** All column types. */
export const COLUMN_TYPES = Object.keys(COLUMN_TYPE_TABLE) as readonly ColumnType[];

/** The types that users can name: all but null. */
export type Dtype = Exclude<ColumnType, 'null'>;

export const DTYPES = COLUMN_TYPES.filter((type) => type !== 'null');

/** The type that the API shows for a column. A column of nulls is shown as `string`. */
export function dtypeOf(type: ColumnType): Dtype {
  return type === 'null' ? 'string' : type;
}

/** Name and type of a column. */
export interface ColumnSchema {
  readonly name: string;
  readonly type: ColumnType;
  /** Set for a column of floats of which a reader has rounded a decimal: different values of the source can be equal. */
  readonly rounded?: true;
}

/** Marks the columns whose decimals a reader has rounded. */
export function withRounded(
  columns: readonly ColumnSchema[],
  isRounded: (column: ColumnSchema, place: number) => boolean,
): readonly ColumnSchema[] {
  return columns.map((column, place) =>
    column.type === 'float' && isRounded(column, place) ? { ...column, rounded: true } : column,
  );
}

/** Whether the type is `integer` or `float`. */
export function isNumeric(type: ColumnType): type is 'integer' | 'float' {
  return COLUMN_TYPE_TABLE[type].numeric;
}
