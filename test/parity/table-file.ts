import pl from 'nodejs-polars';
import { frameOfRows } from '../../runner/engines/polars/rows-to-frame.ts';
import { ISO_DATETIME } from '../../runner/formats/sample-rows.ts';
import type { ExampleTable } from '../../runner/nodes/definition.ts';
import type { Row } from '../../runner/domain/json.ts';

/** A table as it is compared: integers as bigint, datetimes as ISO text, all else as it is. */
export interface ReadTable {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly unknown[])[];
}

export function writeTable(table: ExampleTable, path: string): void {
  // Columns are told apart by place while rows are objects: names may look like integers.
  const columns = table.columns.map(({ type }, index) => ({ name: `c${index}`, type }));
  const rows = table.rows.map((cells): Row =>
    Object.fromEntries(cells.map((cell, index) => [`c${index}`, cell])),
  );
  const frame = frameOfRows(pl, columns, rows);
  frame.columns = table.columns.map(({ name }) => name);
  frame.writeParquet(path);
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

/** Integers and floats are one type here: equal values are equal. */
export function typeName(variant: string): string {
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
