import type pl from 'nodejs-polars';
import type { FileWarning } from '../../domain/file-warning.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { PARQUET_SCAN_OPTIONS } from '../parquet-scan-options.ts';
import { MAX_COMPARED } from '../rounded-cells.ts';
import { columnValues } from '../sample-rows.ts';
import { EXACT_DIGITS, isRounded, roundedMessage } from '../rounded-decimal.ts';
import { typeName, type DecimalType } from './parquet-columns.ts';

/** A column of decimals that is read as floats. */
export interface DecimalColumn {
  readonly name: string;
  readonly place: number;
  /** Digits after the point. */
  readonly scale: number;
}

/** The decimals of more digits than a float always keeps. @param names the names that the columns get */
export function longDecimals(
  columns: readonly pl.Series[],
  names: readonly string[],
): readonly DecimalColumn[] {
  return columns.flatMap((column, place) => {
    if (typeName(column) !== 'Decimal') return [];
    const { precision = 0, scale = 0 } = column.dtype as DecimalType;
    if (precision <= EXACT_DIGITS) return [];
    return [{ name: names[place] ?? '', place, scale }];
  });
}

/** Warns of columns in which a float has another value than the decimal, as 12345678901234567.89 has. */
export async function roundedDecimalWarnings(
  polars: PolarsLibrary,
  path: string,
  columns: readonly DecimalColumn[],
): Promise<FileWarning[]> {
  const warnings: FileWarning[] = [];
  for (const { name, place, scale } of columns) {
    const long = await polars
      .scanParquet(path, PARQUET_SCAN_OPTIONS)
      .select(polars.nth(place).alias('cell'))
      .filter(hasManyDigits(polars, polars.col('cell'), scale))
      .select(polars.col('cell').cast(polars.String))
      .filter(
        polars
          .col('cell')
          .str.replace('0+$', '')
          .str.lengths()
          .gt(EXACT_DIGITS + Number(scale > 0)),
      )
      .limit(MAX_COMPARED)
      .collect();
    const rounded = columnValues(long.getColumn('cell')).map(String).find(isRounded);
    if (rounded === undefined) continue;
    const message = roundedMessage(name, rounded, 'Write the column as text to keep all digits.');
    warnings.push({ code: 'rounded_decimals', column: name, message });
  }
  return warnings;
}

/** Digits after the point of most decimals, whatever scale their column has. */
const USUAL_SCALE = 2;
const MAX_PRECISION = 38;

/** Leaves out decimals that a float keeps without making a text of each: small ones, and those of cents. */
function hasManyDigits(polars: PolarsLibrary, cell: pl.Expr, scale: number): pl.Expr {
  const size = cell.cast(polars.Float64).abs();
  const isLong = size.gtEq(10 ** (EXACT_DIGITS - scale));
  if (scale <= USUAL_SCALE) return isLong;
  const cents = cell
    .cast(polars.Decimal(MAX_PRECISION, USUAL_SCALE))
    .cast(polars.Decimal(MAX_PRECISION, scale), false);
  return isLong.and(size.gtEq(10 ** (EXACT_DIGITS - USUAL_SCALE)).or(cents.neq(cell)));
}
