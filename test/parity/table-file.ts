import pl from 'nodejs-polars';
import { rowsToFrame } from '../../runner/engines/polars/rows-to-frame.ts';
import { ISO_DATETIME } from '../../runner/formats/sample-rows.ts';
import type { ExampleTable } from '../../runner/nodes/definition.ts';
import type { ColumnSchema } from '../../runner/domain/column.ts';
import type { JsonValue, Row } from '../../runner/domain/json.ts';

/** A table for comparisons: integers as bigint, datetimes as ISO text, other values unchanged. */
export interface ReadTable {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly unknown[])[];
}

export function writeTable(table: ExampleTable, path: string): void {
  // Row objects reorder keys that resemble integers, so the columns get neutral names.
  const columns = table.columns.map(({ type }, index): ColumnSchema => ({
    name: `c${index}`,
    type: type === 'datetime' ? 'integer' : type,
  }));
  const rows = table.rows.map((cells): Row =>
    Object.fromEntries(
      cells.map((cell, index) => [
        `c${index}`,
        table.columns[index]?.type === 'datetime' ? microseconds(cell) : cell,
      ]),
    ),
  );
  const casts = table.columns.map(({ type }, index) => {
    const column = pl.col(`c${index}`);
    return type === 'datetime' ? column.cast(pl.Datetime('us')) : column;
  });
  const frame = rowsToFrame(pl, columns, rows).select(...casts);
  frame.columns = table.columns.map(({ name }) => name);
  frame.writeParquet(path);
}

/** Converts an ISO 8601 text without a zone to microseconds since the epoch in UTC. */
function microseconds(cell: JsonValue): bigint | null {
  if (typeof cell !== 'string') return null;
  const [, whole = '', fraction = ''] = /^([^.]*)(?:\.(\d*))?$/.exec(cell) ?? [];
  const seconds = whole.includes('T') ? `${whole}Z` : whole;
  return BigInt(Date.parse(seconds)) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}

export function readTable(path: string): ReadTable {
  const frame = pl.readParquet(path);
  const series = frame.getColumns();
  const cells = series.map(readCells);
  return {
    columns: series.map((column) => ({ name: column.name, type: typeName(variantOf(column)) })),
    rows: Array.from({ length: frame.height }, (_, row) => cells.map((column) => column[row])),
  };
}

const TYPE_OF_VARIANT: Readonly<Record<string, string>> = {
  Int64: 'number',
  Int32: 'number',
  UInt32: 'number',
  Float64: 'number',
  Bool: 'boolean',
  Datetime: 'datetime',
  String: 'string',
  Utf8: 'string',
};

/** Treats integers and floats as one type, so that equal values are equal. */
function typeName(variant: string): string {
  return TYPE_OF_VARIANT[variant] ?? variant;
}

function readCells(series: pl.Series): readonly unknown[] {
  const variant = variantOf(series);
  if (variant === 'Datetime') return [...series.dt.strftime(ISO_DATETIME)] as unknown[];
  if (!variant.startsWith('Int') && !variant.startsWith('UInt')) return series.toArray();
  return ([...series.cast(pl.String)] as (string | null)[]).map((digits) =>
    digits === null ? null : BigInt(digits),
  );
}

function variantOf(series: pl.Series): string {
  return (series.dtype as pl.DataType).variant;
}
