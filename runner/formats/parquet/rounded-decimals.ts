import type pl from 'nodejs-polars';
import type { FileWarning } from '../../domain/file-warning.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { PARQUET_SCAN_OPTIONS } from '../parquet-scan-options.ts';
import { columnValues } from '../sample-rows.ts';
import { typeName } from './parquet-columns.ts';

/** Every decimal of so many digits is the shortest text of a float. */
const EXACT_DIGITS = 15;
/** Maximum number of values of a column that are compared. */
const MAX_VALUES = 1000;

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

interface DecimalType {
  readonly precision?: number;
  readonly scale?: number;
}

/** Warns of columns in which a float has another value than the decimal, as 12345678901234567.89 has. */
export async function roundedDecimalWarnings(
  polars: PolarsLibrary,
  path: string,
  columns: readonly DecimalColumn[],
): Promise<FileWarning[]> {
  const warnings: FileWarning[] = [];
  for (const { name, place, scale } of columns) {
    const limit = 10 ** (EXACT_DIGITS - scale);
    const long = await polars
      .scanParquet(path, PARQUET_SCAN_OPTIONS)
      .select(polars.nth(place).alias('cell'))
      .filter(polars.col('cell').cast(polars.Float64).abs().gtEq(limit))
      .limit(MAX_VALUES)
      .select(polars.col('cell').cast(polars.String))
      .collect();
    const rounded = columnValues(long.getColumn('cell')).map(String).find(isRounded);
    if (rounded === undefined) continue;
    const message = `Column "${name}" has decimals that a float rounds: ${rounded} is read as ${Number(rounded)}. Write the column as text to keep all digits.`;
    warnings.push({ code: 'rounded_decimals', column: name, message });
  }
  return warnings;
}

/** Whether the nearest float has other digits among those that the decimal has. */
function isRounded(decimal: string): boolean {
  const digits = digitsOf(decimal);
  return digits !== '' && digitsOf(Number(decimal).toPrecision(digits.length)) !== digits;
}

/** The significant digits of a number, without zeros at both ends. */
function digitsOf(number: string): string {
  const [mantissa = ''] = number.split('e');
  const digits = Array.from(mantissa).filter((character) => /\d/.test(character));
  const isOther = (digit: string): boolean => digit !== '0';
  const [first, last] = [digits.findIndex(isOther), digits.findLastIndex(isOther)];
  return first === -1 ? '' : digits.slice(first, last + 1).join('');
}
