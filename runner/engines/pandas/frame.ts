/** One byte per row: 1 present, 0 null (the value is undefined). Null: the column has no nulls. */
export type Validity = Uint8Array | null;

/** Exact integers: a Float64Array if every value is within ±2^53, else a BigInt64Array. */
export interface IntegerColumn {
  readonly type: 'integer';
  readonly values: Float64Array | BigInt64Array;
  readonly validity: Validity;
}

/** 64-bit floats. No valid value is NaN. */
export interface FloatColumn {
  readonly type: 'float';
  readonly values: Float64Array;
  readonly validity: Validity;
}

/** Booleans as 0 and 1. */
export interface BooleanColumn {
  readonly type: 'boolean';
  readonly values: Uint8Array;
  readonly validity: Validity;
}

/** Microseconds since the epoch in UTC, stored like integers. */
export interface DatetimeColumn {
  readonly type: 'datetime';
  readonly values: Float64Array | BigInt64Array;
  readonly validity: Validity;
}

/** Dictionary-encoded text: `codes[row]` indexes `dictionary`, -1 is null. Entries are distinct and may be unused. */
export interface StringColumn {
  readonly type: 'string';
  readonly codes: Int32Array;
  readonly dictionary: readonly string[];
}

/** Text cells like those of a string column, but entries of `texts` may be equal. */
export interface CodedTexts {
  readonly codes: Int32Array;
  readonly texts: readonly string[];
}

/** A column without a value: every byte is 0. */
export interface NullColumn {
  readonly type: 'null';
  readonly values: Uint8Array;
  readonly validity: Uint8Array;
}

/** A column of a frame. */
export type Column =
  IntegerColumn | FloatColumn | BooleanColumn | DatetimeColumn | StringColumn | NullColumn;

/** A frame of the pandas engine. Immutable: frames may share columns. */
export interface Frame {
  readonly length: number;
  readonly names: readonly string[];
  readonly columns: readonly Column[];
}
