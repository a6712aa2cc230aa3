import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import { columnsOf } from '../polars/column-types.ts';
import type { PolarsLibrary } from '../polars/frame.ts';
import type { Column, FloatColumn, Frame, StringColumn, Validity } from './frame.ts';
import { nullLike } from './kernels/columns/take-rows.ts';
import { exactIntegers, isExact, typedValues, VALUES } from './polars-values.ts';
import { readColumn } from './read-column.ts';

/** With more rows, it costs less to read each column by a query of its own. */
const MAX_SMALL_ROWS = 20_000;

/**
 * Copies a polars frame. NaN becomes null.
 * @throws Error for a column of another type
 */
export function fromPolars(library: PolarsLibrary, frame: pl.DataFrame): Frame {
  const { height: length, columns: names } = frame;
  const columns = columnsOf(frame);
  if (length <= MAX_SMALL_ROWS) return { length, names, columns: smallColumns(library, frame) };
  const table = frame.lazy();
  return {
    length,
    names,
    columns: columns.map(({ type }, index) =>
      readColumn(library, table, { type, index, rows: length }),
    ),
  };
}

/** Each call that returns a series of its own costs a fifth of a millisecond, so one `select` prepares all columns. */
function smallColumns(library: PolarsLibrary, frame: pl.DataFrame): readonly Column[] {
  const columns = columnsOf(frame).map((schema, index): Source => {
    const series = frame.getColumn(schema.name);
    return { ...schema, index, series, hasNulls: series.nullCount() > 0 };
  });
  const prepared = frame.select(...columns.flatMap((column) => preparation(library, column)));
  return columns.map((column) => toColumn(library, column, prepared));
}

/** A column of the polars frame. */
interface Source extends ColumnSchema {
  readonly index: number;
  readonly series: pl.Series;
  readonly hasNulls: boolean;
}

/** The expressions of the arrays of a column: its values and, if it has nulls, its validity. */
function preparation(library: PolarsLibrary, { index, hasNulls, type }: Source): pl.Expr[] {
  if (type === 'null' || type === 'string') return [];
  const cells = library.nth(index);
  const values = VALUES[type](library, cells);
  if (!hasNulls) return [values.alias(valuesName(index))];
  return [
    values.fillNull('zero').alias(valuesName(index)),
    cells.isNotNull().cast(library.UInt8).alias(validityName(index)),
  ];
}

function valuesName(index: number): string {
  return `values ${index}`;
}

function validityName(index: number): string {
  return `validity ${index}`;
}

function toColumn(library: PolarsLibrary, source: Source, prepared: pl.DataFrame): Column {
  const { type, index, series } = source;
  if (type === 'string') return toTexts(series);
  if (type === 'null') return nullLike({ type }, series.length);
  const values = prepared.getColumn(valuesName(index));
  const validity = source.hasNulls
    ? typedValues(prepared.getColumn(validityName(index)), Uint8Array)
    : null;
  switch (type) {
    case 'boolean':
      return { type, values: typedValues(values, Uint8Array), validity };
    case 'float':
      return toFloats(typedValues(values, Float64Array), validity);
    case 'integer':
    case 'datetime': {
      const rounded = typedValues(values, Float64Array);
      if (isExact(rounded)) return { type, values: rounded, validity };
      const exact = library
        .DataFrame([series])
        .select(exactIntegers(library, library.nth(0)).alias('exact'));
      return { type, values: typedValues(exact.getColumn('exact'), BigInt64Array), validity };
    }
  }
}

function toFloats(values: Float64Array, validity: Validity): FloatColumn {
  let mask = validity;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? 0;
    if (value === value) continue;
    // The mask of polars belongs to this column alone.
    mask ??= new Uint8Array(values.length).fill(1);
    mask[row] = 0;
  }
  return { type: 'float', values, validity: mask };
}

function toTexts(series: pl.Series): StringColumn {
  const cells = series.toArray() as readonly (string | null)[];
  const codeOf = new Map<string, number>();
  const codes = Int32Array.from(cells, (cell) => {
    if (cell === null) return -1;
    const code = codeOf.get(cell) ?? codeOf.size;
    codeOf.set(cell, code);
    return code;
  });
  return { type: 'string', codes, dictionary: [...codeOf.keys()] };
}
