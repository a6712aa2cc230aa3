/** Any value JSON can carry. Integers beyond 2^53 travel as `bigint` and are written as digits. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export type JsonObject = Readonly<Record<string, JsonValue>>;

/** One row of a sample: column name to cell. Dates are ISO 8601 text. */
export type Row = Record<string, JsonValue>;
