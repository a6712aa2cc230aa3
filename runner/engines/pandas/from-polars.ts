import { isTypedArray } from 'node:util/types';
import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import { columnsOf } from '../polars/column-types.ts';
import type { PolarsLibrary } from '../polars/frame.ts';
import { nullLike } from './kernels/columns/take-rows.ts';
import { LOOPED_FACTS, queriedFacts, type ValueFacts } from './value-facts.ts';
import type { Column, FloatColumn, Frame, StringColumn, Validity } from './frame.ts';

/**
 * Copies a polars frame. NaN becomes null.
 *
 * Each call that returns a series of its own costs half a millisecond, so one `select` prepares all columns.
 * @throws Error for a column of another type
 */
export function fromPolars(library: PolarsLibrary, frame: pl.DataFrame): Frame {
  const columns = columnsOf(frame).map((schema, index): Source => {
    const series = frame.getColumn(schema.name);
    return { ...schema, index, series, hasNulls: series.nullCount() > 0 };
  });
  const prepared = frame.select(...columns.flatMap((column) => preparation(library, column)));
  const facts =
    frame.height > MAX_SMALL_ROWS ? queriedFacts(library, frame, columns) : LOOPED_FACTS;
  return {
    length: frame.height,
    names: frame.columns,
    columns: columns.map((column) => toColumn(library, column, prepared, facts)),
  };
}

/** A column of the polars frame. */
interface Source extends ColumnSchema {
  readonly index: number;
  readonly series: pl.Series;
  readonly hasNulls: boolean;
}

/** Up to this number of rows, a loop in JavaScript costs less than a query of polars. */
const MAX_SMALL_ROWS = 20_000;

/** The expressions of the arrays of a column: its values and, if it has nulls, its validity. */
function preparation(library: PolarsLibrary, source: Source): pl.Expr[] {
  const { index, hasNulls, type, series } = source;
  const cells = library.nth(index);
  if (type === 'null') return [];
  if (type === 'string') {
    if (series.length <= MAX_SMALL_ROWS) return [];
    // The codes of categories are unique per process. Each distinct text becomes one JS string.
    const codes = cells.cast(library.Categorical).toPhysical();
    if (!hasNulls) return [codes.cast(library.Int32).alias(valuesName(index))];
    const signed = codes.cast(library.Int64).fillNull(library.lit(-1)).cast(library.Int32);
    return [signed.alias(valuesName(index))];
  }
  const values = VALUES[type](library, cells);
  if (!hasNulls) return [values.alias(valuesName(index))];
  return [
    values.fillNull('zero').alias(valuesName(index)),
    cells.isNotNull().cast(library.UInt8).alias(validityName(index)),
  ];
}

const VALUES = {
  integer: (library, cells) => cells.cast(library.Float64),
  datetime: (library, cells) => microseconds(library, cells).cast(library.Float64),
  float: (_library, cells) => cells,
  boolean: (library, cells) => cells.cast(library.UInt8),
} as const satisfies Readonly<
  Record<
    Exclude<Column['type'], 'string' | 'null'>,
    (library: PolarsLibrary, cells: pl.Expr) => pl.Expr
  >
>;

function microseconds(library: PolarsLibrary, cells: pl.Expr): pl.Expr {
  return cells.cast(library.Datetime('us')).cast(library.Int64);
}

function valuesName(index: number): string {
  return `values ${index}`;
}

function validityName(index: number): string {
  return `validity ${index}`;
}

function toColumn(
  library: PolarsLibrary,
  source: Source,
  prepared: pl.DataFrame,
  facts: ValueFacts,
): Column {
  const { type, index } = source;
  if (type === 'string') return toTexts(library, source, prepared);
  if (type === 'null') return nullLike({ type }, source.series.length);
  const values = prepared.getColumn(valuesName(index));
  const validity = source.hasNulls
    ? typedValues(prepared.getColumn(validityName(index)), Uint8Array)
    : null;
  switch (type) {
    case 'boolean':
      return { type, values: typedValues(values, Uint8Array), validity };
    case 'float':
      return toFloats(typedValues(values, Float64Array), validity, facts.mayHaveNaN(index));
    case 'integer':
    case 'datetime': {
      const rounded = typedValues(values, Float64Array);
      const exact = facts.isExact(index, rounded);
      return { type, values: exact ? rounded : bigIntegers(library, source), validity };
    }
  }
}

function bigIntegers(library: PolarsLibrary, { series }: Source): BigInt64Array {
  const exact = library
    .DataFrame([series])
    .select(microseconds(library, library.nth(0)).fillNull('zero').alias('exact'));
  return typedValues(exact.getColumn('exact'), BigInt64Array);
}

function toFloats(values: Float64Array, validity: Validity, mayHaveNaN: boolean): FloatColumn {
  if (!mayHaveNaN) return { type: 'float', values, validity };
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

function toTexts(
  library: PolarsLibrary,
  { index, series }: Source,
  prepared: pl.DataFrame,
): StringColumn {
  if (series.length <= MAX_SMALL_ROWS) return smallTexts(series);
  const { codes, firstRows } = renumber(
    typedValues(prepared.getColumn(valuesName(index)), Int32Array),
  );
  const distinct = library
    .DataFrame([series])
    .select(library.nth(0).gather(library.Series(firstRows)).alias('text'))
    .getColumn('text');
  return { type: 'string', codes, dictionary: distinct.toArray().map(String) };
}

function smallTexts(series: pl.Series): StringColumn {
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

/** Numbers codes by first appearance, in place; -1 stays. */
function renumber(codes: Int32Array): { codes: Int32Array; firstRows: Int32Array } {
  let max = -1;
  for (let row = 0; row < codes.length; row++) max = Math.max(max, codes[row] ?? -1);
  const newCodes = new Int32Array(max + 1).fill(-1);
  const firstRows = new Int32Array(Math.min(max + 1, codes.length));
  let count = 0;
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row] ?? -1;
    if (code === -1) continue;
    let newCode = newCodes[code] ?? -1;
    if (newCode === -1) {
      newCode = count++;
      newCodes[code] = newCode;
      firstRows[newCode] = row;
    }
    codes[row] = newCode;
  }
  return { codes, firstRows: firstRows.subarray(0, count) };
}

interface TypedArrayKind<A> {
  readonly name: string;
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): A;
}

/** A view with the typed array class of this realm, so that `instanceof` also works in Jest's realms. */
export function typedValues<A>(series: pl.Series, kind: TypedArrayKind<A>): A {
  const values: unknown = series.toTypedArray();
  if (!isTypedArray(values) || values[Symbol.toStringTag] !== kind.name) {
    throw new TypeError(`polars returned no ${kind.name} for the column "${series.name}".`);
  }
  return new kind(values.buffer, values.byteOffset, values.length);
}
