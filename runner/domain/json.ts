/** A JSON value. Integers beyond 2^53 are `bigint` and are written as digits. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export type JsonObject = Readonly<Record<string, JsonValue>>;

/** A row: cells by column name. Datetimes are ISO 8601 text. */
export type Row = Record<string, JsonValue>;
