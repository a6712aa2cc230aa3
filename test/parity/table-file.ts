import pl from '../../runner/engines/polars/pinned/library.ts';
import { rowsToFrame } from '../../runner/engines/polars/rows-to-frame.ts';
import type { ExampleTable } from '../../runner/nodes/definition.ts';
import type { ColumnSchema } from '../../runner/domain/column.ts';
import type { JsonValue, Row } from '../../runner/domain/json.ts';

/**
 * A table for comparisons: integers and datetimes as bigint (microseconds since the epoch), floats as number,
 * other values unchanged. A type that is no column type has the name of its polars type.
 */
export interface ReadTable {
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  readonly rows: readonly (readonly unknown[])[];
  /** False for a file that has values only, where integers and floats cannot be distinguished. */
  readonly hasTypes?: boolean;
}

/** Converts the cells of an example to those of a table for comparisons. */
export function typedTable(table: ReadTable | ExampleTable): ReadTable {
  return {
    ...table,
    rows: table.rows.map((cells) =>
      cells.map((cell, index) => typedCell(cell, table.columns[index]?.type)),
    ),
  };
}

function typedCell(cell: unknown, type: string | undefined): unknown {
  if (type === 'datetime' && typeof cell === 'string') return microseconds(cell);
  if (type === 'integer' && typeof cell === 'number') return BigInt(cell);
  if (type === 'float' && typeof cell === 'bigint') return Number(cell);
  return cell;
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
        typedCell(cell, table.columns[index]?.type) as JsonValue,
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
function microseconds(cell: string): bigint {
  const [, whole = '', fraction = ''] = /^([^.]*)(?:\.(\d*))?$/.exec(cell) ?? [];
  const seconds = whole.includes('T') ? `${whole}Z` : whole;
  return BigInt(Date.parse(seconds)) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6));
}

/** The frames of tables that were read from files. */
const frames = new WeakMap<ReadTable, pl.DataFrame>();

/** Reads a Parquet file. Its cells are converted when they are asked for. */
export function readTable(path: string): ReadTable {
  const frame = pl.readParquet(path);
  let rows: ReadTable['rows'] | null = null;
  const table = {
    columns: columnsOf(frame),
    get rows() {
      return (rows ??= rowsOf(frame));
    },
  };
  frames.set(table, frame);
  return table;
}

/**
 * Whether tables that were read from files have the same cells in the same order. It converts no cell, which
 * takes seconds for large tables. No NaN is the same, and 0 is not -0.
 */
export function areSameFiles(one: ReadTable, other: ReadTable): boolean {
  const [first, second] = [frames.get(one), frames.get(other)];
  if (first === undefined || second === undefined) return false;
  return (
    JSON.stringify(one.columns) === JSON.stringify(other.columns) &&
    !hasNan(first) &&
    withSigns(first).frameEqual(withSigns(second), true)
  );
}

/** The cells under neutral names, and beside each float its reciprocal, which differs for 0 and -0. */
function withSigns(frame: pl.DataFrame): pl.DataFrame {
  const cells = frame.dtypes.flatMap(({ variant }, index) => {
    const own = pl.nth(index).alias(`c${index}`);
    const sign = pl.lit(1).div(pl.nth(index)).alias(`sign${index}`);
    return variant === 'Float64' ? [own, sign] : [own];
  });
  return cells.length === 0 ? frame : frame.select(...cells);
}

function hasNan(frame: pl.DataFrame): boolean {
  const floats = frame.dtypes.flatMap(({ variant }, index) =>
    variant === 'Float64' ? [pl.nth(index).isNan().sum().alias(`c${index}`)] : [],
  );
  if (floats.length === 0) return false;
  return frame
    .select(...floats)
    .row(0)
    .some((count) => Number(count) > 0);
}

function columnsOf(frame: pl.DataFrame): ReadTable['columns'] {
  const { dtypes } = frame;
  return frame.columns.map((name, index) => ({ name, type: typeName(dtypes[index]) }));
}

function rowsOf(frame: pl.DataFrame): ReadTable['rows'] {
  const { dtypes } = frame;
  const isCounted = dtypes.map(({ variant }) => /^(?:Datetime|Int|UInt)/.test(variant));
  // A frame of neutral names, since a column may have any name; one query for all casts.
  const texts = isCounted.map((isCount, index) => {
    const column = isCount ? pl.nth(index).cast(pl.Int64).cast(pl.String) : pl.nth(index);
    return column.alias(`c${index}`);
  });
  const columns = (texts.length === 0 ? frame : frame.select(...texts)).getColumns();
  const cells = columns.map((series, index) =>
    isCounted[index] === true ? countsOf(series) : series.toArray(),
  );
  return Array.from({ length: frame.height }, (_, row) => cells.map((column) => column[row]));
}

const TYPES: Readonly<Record<string, string>> = {
  Int64: 'integer',
  Float64: 'float',
  Bool: 'boolean',
  'Datetime(us,)': 'datetime',
  String: 'string',
  Utf8: 'string',
  Null: 'null',
};

/** The column type of a polars type, or the name of a polars type that is no column type. */
export function typeName(type: pl.DataType | undefined): string {
  const name = /^DataType\((.*)\)$/.exec(String(type))?.[1] ?? String(type);
  return TYPES[name] ?? name;
}

function countsOf(digits: pl.Series): readonly (bigint | null)[] {
  return (digits.toArray() as (string | null)[]).map((text) =>
    text === null ? null : BigInt(text),
  );
}
