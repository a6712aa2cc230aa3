import type pl from 'nodejs-polars';
import type { ColumnType } from '../../domain/column.ts';
import type { PolarsLibrary } from '../polars/frame.ts';
import type { Column, StringColumn } from './frame.ts';
import { nullLike } from './kernels/columns/take-rows.ts';
import { exactIntegers, isExact, typedValues, VALUES } from './polars-values.ts';

/** A column of a table in polars. */
export interface TableColumn {
  readonly type: ColumnType;
  /** Its place in the table. */
  readonly index: number;
  /** The number of rows of the table. */
  readonly rows: number;
}

/**
 * Copies a column of many rows. NaN becomes null.
 *
 * The query that reads the values converts them: each frame and each series that is left reports its memory
 * to V8, which collects garbage after 64 MB of such reports. For few rows, `fromPolars` takes less time.
 */
export function readColumn(
  library: PolarsLibrary,
  table: pl.LazyDataFrame,
  { type, index, rows }: TableColumn,
): Column {
  if (type === 'null') return nullLike({ type }, rows);
  const cells = library.nth(index);
  if (type === 'string') return readTexts(library, table.select(cells).collectSync());
  const present = type === 'float' ? cells.isNotNull().and(cells.isNotNan()) : cells.isNotNull();
  const read = table
    .select(
      VALUES[type](library, cells).fillNull('zero').alias('values'),
      present.cast(library.UInt8).alias('present'),
    )
    .collectSync();
  const mask = typedValues(read.getColumn('present'), Uint8Array);
  const validity = mask.includes(0) ? mask : null;
  const values = read.getColumn('values');
  if (type === 'boolean') return { type, values: typedValues(values, Uint8Array), validity };
  const numbers = typedValues(values, Float64Array);
  if (type === 'float' || isExact(numbers)) return { type, values: numbers, validity };
  const exact = table.select(exactIntegers(library, cells).alias('exact')).collectSync();
  return { type, values: typedValues(exact.getColumn('exact'), BigInt64Array), validity };
}

/** @param frame of one column */
function readTexts(library: PolarsLibrary, frame: pl.DataFrame): StringColumn {
  const cells = library.nth(0);
  // The codes of categories are unique per process. Each distinct text becomes one JS string.
  const physical = cells.cast(library.Categorical).toPhysical().cast(library.Int32);
  const none = library.lit(-1).cast(library.Int32);
  const read = frame.select(physical.fillNull(none).alias('codes'));
  const { codes, firstRows } = renumber(typedValues(read.getColumn('codes'), Int32Array));
  const distinct = frame.select(cells.gather(library.Series(firstRows)).alias('text'));
  return { type: 'string', codes, dictionary: distinct.getColumn('text').toArray().map(String) };
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
