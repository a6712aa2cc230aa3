/** One byte a row: 1 present, 0 null (the value there means nothing). Null instead of an array: no nulls at all. */
export type Validity = Uint8Array | null;

/** Exact integers: a Float64Array while every value is within ±2^53, else a BigInt64Array. */
export interface IntegerColumn {
  readonly type: 'integer';
  readonly values: Float64Array | BigInt64Array;
  readonly validity: Validity;
}

/** NaN never appears among valid values. */
export interface FloatColumn {
  readonly type: 'float';
  readonly values: Float64Array;
  readonly validity: Validity;
}

export interface BooleanColumn {
  readonly type: 'boolean';
  readonly values: Uint8Array;
  readonly validity: Validity;
}

/** Microseconds since the epoch, UTC; the same two shapes as integers. */
export interface DatetimeColumn {
  readonly type: 'datetime';
  readonly values: Float64Array | BigInt64Array;
  readonly validity: Validity;
}

/** Dictionary-encoded text: `codes[row]` indexes `dictionary`, -1 is null. Entries are distinct; some may be unused. */
export interface StringColumn {
  readonly type: 'string';
  readonly codes: Int32Array;
  readonly dictionary: readonly string[];
}

export type Column = IntegerColumn | FloatColumn | BooleanColumn | DatetimeColumn | StringColumn;

/** A table between two nodes of the pandas engine. Never changed in place: columns may be shared. */
export interface Frame {
  readonly length: number;
  readonly names: readonly string[];
  readonly columns: readonly Column[];
}
