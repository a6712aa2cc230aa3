import type pl from 'nodejs-polars';
import type { ColumnType } from '../../domain/column.ts';
import { UserError } from '../../domain/errors.ts';
import { cellValues } from '../../engines/pandas/cell-values.ts';
import { fromPolars } from '../../engines/pandas/from-polars.ts';
import { nullSeries, polarsType } from '../../engines/polars/column-types.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import type { LiteralValue } from '../../expressions/literal.ts';

/** A column that a script returned: integers and datetimes as digits, floats as text. */
export interface ResultColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly cells: readonly (string | boolean | null)[];
}

async function library(): Promise<PolarsLibrary> {
  return (await import('../../engines/polars/pinned/library.ts')).default;
}

/** Reads all cells of a Parquet file, by column. */
export async function readCells(file: string): Promise<readonly (readonly LiteralValue[])[]> {
  const polars = await library();
  const frame = fromPolars(polars, polars.readParquet(file));
  return frame.columns.map(cellValues);
}

/** Writes columns to a Parquet file. @throws UserError when a cell does not fit its type */
export async function writeCells(columns: readonly ResultColumn[], file: string): Promise<void> {
  const polars = await library();
  try {
    const series = columns.map((column) => seriesOf(polars, column));
    // The statistics of `writeParquet` count nulls twice from 262,144 rows on, and a filter skips rows by them.
    await polars.DataFrame(series).lazy().sinkParquet(file, { compression: 'snappy' }).collect();
  } catch (cause) {
    throw new UserError('The result of the script cannot be read.', { cause });
  }
}

function seriesOf(polars: PolarsLibrary, { name, type, cells }: ResultColumn): pl.Series {
  if (type === 'null') return nullSeries(polars, name, cells.length);
  if (type === 'float') {
    const numbers = cells.map((cell) => (cell === null ? null : Number(cell)));
    return polars.Series(name, numbers, polars.Float64);
  }
  if (type === 'boolean') return polars.Series(name, [...cells], polars.Bool);
  const texts = polars.Series(name, [...cells], polars.String);
  if (type === 'string') return texts;
  // A series of bigints would be all null, so integers are cast from their digits.
  const integers = texts.cast(polars.Int64);
  return type === 'datetime' ? integers.cast(polarsType(polars, type)) : integers;
}
