import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../../domain/column.ts';
import type { Decimal } from '../../domain/parse-options.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { polarsType, untypedNull } from '../../engines/polars/column-types.ts';
import { nanAsNull, writeCanonicalParquet } from '../canonical-parquet.ts';

/** The conversion of a column's text to values. */
export interface DelimitedColumn extends ColumnSchema {
  /** Cells may have surrounding white space, or only white space, which is null. */
  readonly padded?: boolean;
  /** A quoted empty cell is null; an unquoted one always is. */
  readonly emptyIsNull?: boolean;
  /** No cell is NaN. */
  readonly noNan?: boolean;
}

export interface DelimitedTable {
  /** A UTF-8 file with a header cell for each column; no row is longer than the header. */
  readonly path: string;
  /** False when the first line is a row. Default: true. */
  readonly hasHeader?: boolean;
  readonly delimiter: string;
  readonly decimal: Decimal;
  readonly columns: readonly DelimitedColumn[];
}

/**
 * Converts a table of delimited text to Parquet, in bounded memory. Columns are
 * addressed by index, so any name is allowed.
 */
export async function delimitedToParquet(
  polars: PolarsLibrary,
  table: DelimitedTable,
  dataPath: string,
): Promise<void> {
  const columns = table.columns.map((column) => withOwnMark(column, table));
  const read = columns.map((column, index): [string, pl.DataType] => [
    placeName(index),
    readType(polars, column),
  ]);
  const cells = polars.scanCSV(table.path, {
    schema: Object.fromEntries(read),
    sep: table.delimiter,
    decimalComma: table.decimal === ',' && table.delimiter !== ',',
    hasHeader: table.hasHeader ?? true,
    glob: false,
  });
  // An expression costs a millisecond, so columns without a conversion get none.
  const values = columns.flatMap((column, index) => {
    if (isReadAsItIs(column)) return [];
    const name = placeName(index);
    return [valueOf(polars, column, polars.col(name), table.decimal).alias(name)];
  });
  const names = columns.map(({ name }, index) => [placeName(index), name] as const);
  const named =
    names.length === 0
      ? cells.select([])
      : cells.withColumns(...values).rename(Object.fromEntries(names));
  await writeCanonicalParquet(named, dataPath);
}

/** The library reads no decimal mark that separates cells too, so such floats are read as texts. */
function withOwnMark(
  column: DelimitedColumn,
  { delimiter, decimal }: DelimitedTable,
): DelimitedColumn {
  const isText = column.type === 'float' && delimiter === decimal;
  return isText ? { ...column, padded: true } : column;
}

/** Returns a name that is not an integer, because objects reorder integer keys. */
function placeName(index: number): string {
  return `c${index}`;
}

function readType(polars: PolarsLibrary, column: DelimitedColumn): pl.DataType {
  if (column.padded === true || column.type === 'null') return polars.String;
  // Staged datetimes are microseconds.
  return column.type === 'datetime' ? polars.Int64 : polarsType(polars, column.type);
}

function isReadAsItIs({ type, padded, emptyIsNull, noNan }: DelimitedColumn): boolean {
  if (padded === true || type === 'datetime' || type === 'null') return false;
  if (type === 'string') return emptyIsNull !== true;
  return type !== 'float' || noNan === true;
}

function valueOf(
  polars: PolarsLibrary,
  column: DelimitedColumn,
  cell: pl.Expr,
  decimal: Decimal,
): pl.Expr {
  switch (column.type) {
    case 'null':
      return untypedNull(polars, cell);
    case 'string':
      return column.emptyIsNull === true ? emptyAsNull(polars, cell) : cell;
    case 'datetime':
    case 'integer':
      return integerCell(polars, column, cell);
    case 'boolean':
      return column.padded === true ? paddedBoolean(polars, cell) : cell;
    case 'float':
      return nanAsNull(polars, column.padded === true ? paddedFloat(polars, cell, decimal) : cell);
  }
}

function integerCell(polars: PolarsLibrary, column: DelimitedColumn, cell: pl.Expr): pl.Expr {
  if (column.type === 'datetime') return cell.cast(polars.Datetime('us'));
  return column.padded === true ? stripBlanks(polars, cell).cast(polars.Int64, true) : cell;
}

function paddedBoolean(polars: PolarsLibrary, cell: pl.Expr): pl.Expr {
  return stripBlanks(polars, cell).str.toLowerCase().eq(polars.lit('true'));
}

function paddedFloat(polars: PolarsLibrary, cell: pl.Expr, decimal: Decimal): pl.Expr {
  const text = stripBlanks(polars, cell);
  const pointed = decimal === ',' ? text.str.replaceAll(',', '.') : text;
  return pointed.cast(polars.Float64, true);
}

function stripBlanks(polars: PolarsLibrary, cell: pl.Expr): pl.Expr {
  return emptyAsNull(polars, cell.str.strip());
}

function emptyAsNull(polars: PolarsLibrary, cell: pl.Expr): pl.Expr {
  return polars
    .when(cell.neq(polars.lit('')))
    .then(cell)
    .otherwise(polars.lit(null));
}
