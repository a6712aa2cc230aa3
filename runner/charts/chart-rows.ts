import type { ColumnType } from '../domain/column.ts';
import type { JsonValue, Row } from '../domain/json.ts';
import { datetimeText } from '../expressions/values/dates.ts';
import type { LiteralValue } from '../expressions/literal.ts';
import type { ChartTable } from './chart-table.ts';

/** The rows of the tables of a chart, by the names that its kind defines. */
export type ChartRows = Readonly<Record<string, readonly Row[]>>;

/**
 * The rows of a table as JSON values: integers beyond 2^53 are bigint, infinite floats are null, datetimes
 * are ISO 8601 text.
 */
export function rowsOf({ columns, rows, cells }: ChartTable): readonly Row[] {
  const values = columns.map(({ name, type }) => [name, cells(name).map(jsonOf(type))] as const);
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(values.map(([name, column]) => [name, column[row] ?? null])),
  );
}

function jsonOf(type: ColumnType): (value: LiteralValue) => JsonValue {
  return (value) => {
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (typeof value !== 'bigint') return value;
    if (type === 'datetime') return datetimeText(value).replace(' ', 'T');
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  };
}

/** The rows of a table. @throws Error when the plan of the chart has no such table */
export function tableOf(tables: ChartRows, name: string): readonly Row[] {
  const rows = tables[name];
  if (rows === undefined) throw new Error(`The chart has no table "${name}".`);
  return rows;
}

/** The cell `count` of a table with at most one row; 0 without a row. */
export function countOf(tables: ChartRows, name: string): number {
  return numberCell(tableOf(tables, name)[0], 'count') ?? 0;
}

/** A number of a row, exact; null for null. */
export function valueCell(row: Row | undefined, name: string): number | bigint | null {
  const cell = row?.[name] ?? null;
  return typeof cell === 'number' || typeof cell === 'bigint' ? cell : null;
}

/** A number of a row as a float; null for null. */
export function numberCell(row: Row | undefined, name: string): number | null {
  const value = valueCell(row, name);
  return value === null ? null : Number(value);
}

/** The keys of the categories of a table. */
export function keysOf(tables: ChartRows, table: string, name: 'label' | 'x'): readonly string[] {
  return tableOf(tables, table).map((row) => textCell(row, name) ?? '');
}

/** A text of a row; null for null. */
export function textCell(row: Row, name: string): string | null {
  const cell = row[name] ?? null;
  return typeof cell === 'string' ? cell : null;
}
