import type pl from 'nodejs-polars';
import { exactJson } from '../domain/exact-json.ts';
import type { JsonValue, Row } from '../domain/json.ts';
import { MAX_SHOWN_CHARACTERS, truncateRow } from '../domain/truncate-text.ts';
import { withoutNul } from '../domain/without-nul.ts';
import { columnTypeOf } from '../engines/polars/column-types.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { frameBytes } from '../engines/polars/pinned/frame-bytes.ts';

/**
 * Returns the first rows of a frame as JSON values: datetimes as ISO 8601 text
 * without a zero fraction, integers beyond 2^53 as bigint, NaN and infinities as null. Texts are
 * truncated to 10,000 characters.
 */
export function sampleRows(polars: PolarsLibrary, frame: pl.DataFrame, limit: number): Row[] {
  const head = withShortTexts(polars, frame.head(limit));
  const names = head.columns;
  const types: readonly { readonly variant: string }[] = head.dtypes;
  const datetimes = names.filter((_, index) => types[index]?.variant === 'Datetime');
  const written = jsonLines(head);
  // The library stops at a chunk without rows, which filters leave.
  const lines = written.length < head.height ? jsonLines(head.rechunk()) : written;
  return lines.map((line) => {
    const row = exactJson.parse(line) as Row;
    for (const name of datetimes) row[name] = isoDatetime(row[name] ?? null);
    return line.length > MAX_SHOWN_CHARACTERS ? truncateRow(row) : row;
  });
}

/** The JSON of polars has exact digits and is a hundred times cheaper than a series per column. */
function jsonLines(frame: pl.DataFrame): string[] {
  const text = withoutEscapedNul(frame.writeJSON({ format: 'lines' }).toString());
  return text.split('\n').filter((line) => line !== '');
}

/** Rows of so few bytes are written as they are: a query costs more than to write them. */
const MAX_WRITTEN_BYTES = 1 << 20;

/** Cuts long texts off. One extra character marks a text that has to be truncated. */
function withShortTexts(polars: PolarsLibrary, rows: pl.DataFrame): pl.DataFrame {
  if (frameBytes(rows) <= MAX_WRITTEN_BYTES) return rows;
  return rows.withColumns(polars.col(polars.String).str.slice(0, MAX_SHOWN_CHARACTERS + 1));
}

/** Replaces NUL in JSON source text, where an escaped backslash may precede the escape. */
function withoutEscapedNul(json: string): string {
  return json.includes('\\u0000') ? json.replace(/(?<!\\)((?:\\\\)*)\\u0000/g, '$1\\ufffd') : json;
}

/** Converts `2024-01-31 12:00:00` to ISO 8601. */
function isoDatetime(cell: JsonValue): JsonValue {
  return typeof cell === 'string' ? cell.replace(' ', 'T') : cell;
}

/** Returns the values of a column in the same form as `sampleRows`. */
export function columnValues(series: pl.Series): JsonValue[] {
  switch (columnTypeOf(series)) {
    case 'integer':
      return integerValues(series);
    case 'datetime':
      return cells<string>(series.dt.strftime(ISO_DATETIME));
    case 'float':
      return cells<number>(series).map((cell) => (Number.isFinite(cell) ? cell : null));
    case 'boolean':
      return cells<boolean>(series);
    case 'string':
    case 'null':
      return cells<string>(series).map((cell) => (cell === null ? null : withoutNul(cell)));
  }
}

/** Polars format of ISO 8601 with a fraction of 0, 3 or 6 digits, as needed. */
export const ISO_DATETIME = '%Y-%m-%dT%H:%M:%S%.f';

function cells<T extends JsonValue>(series: pl.Series): (T | null)[] {
  return series.toArray() as (T | null)[];
}

/** Reads integers exactly: `toArray` returns floats, and the exact typed array omits nulls. */
function integerValues(series: pl.Series): JsonValue[] {
  const rounded = cells<number>(series);
  // Avoid further series: each costs more than the values of a short column.
  if (rounded.every((value) => value === null || Number.isSafeInteger(value))) return rounded;
  const present = series.dropNulls().toTypedArray() as BigInt64Array;
  const isNull = cells<boolean>(series.isNull());
  let next = 0;
  return isNull.map((missing) => (missing === true ? null : smallest(present[next++] ?? 0n)));
}

function smallest(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
