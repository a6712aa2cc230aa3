import type pl from 'nodejs-polars';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import {
  EXACT_DIGITS,
  IN_RANGE_LENGTH,
  isOutOfRange,
  isRounded,
  roundedMessage,
} from './rounded-decimal.ts';
import { columnValues } from './sample-rows.ts';

/** The remedy of a column of a database. */
export const CAST_TO_TEXT = 'Cast the column to text in a query to keep all digits.';
/**
 * Maximum number of values of a column that are compared, of those with more digits than a float always keeps. About
 * half of such values are rounded, so that more of them show no more.
 */
export const MAX_COMPARED = 10_000;
/** Digits after the point that count without a scale: a quotient has twenty, and no one means them. */
const MAX_SCALE = 10;

/** A column of decimals among those of a staged file. */
export interface DecimalPlace {
  readonly place: number;
  /** Digits after the point; null: as many as each value has. */
  readonly scale: number | null;
}

/** A column in which a float has another value than the decimal. */
export interface RoundedColumn {
  readonly place: number;
  readonly warning: string;
}

/** Staged rows in CSV without a header. */
export interface StagedCells {
  readonly path: string;
  /** The names of the columns of the file, without a second cell of a table of one column. */
  readonly names: readonly string[];
  readonly decimals: readonly DecimalPlace[];
}

/**
 * Finds the columns of staged rows in which a float has another value than the decimal: 12345678901234567891 and
 * 12345678901234567892 are one float.
 */
export async function findRoundedCells(
  polars: PolarsLibrary,
  { path, names, decimals }: StagedCells,
): Promise<RoundedColumn[]> {
  const [first] = names;
  const all = names.length === 1 && first !== undefined ? [first, `${first}_`] : names;
  const schema = Object.fromEntries(all.map((_, place) => [`c${place}`, polars.Utf8]));
  const rounded: RoundedColumn[] = [];
  for (const { place, scale } of decimals) {
    const cell = polars.col(`c${place}`);
    const long = await polars
      .scanCSV(path, { schema, hasHeader: false, glob: false })
      .select(cell)
      .filter(
        digitsOf(cell).str.lengths().gt(EXACT_DIGITS).or(cell.str.lengths().gt(IN_RANGE_LENGTH)),
      )
      .unique()
      .limit(MAX_COMPARED)
      .collect();
    const cells = columnValues(long.getColumn(`c${place}`)).map(String);
    const found = firstRounded(cells, scale);
    if (found === undefined) continue;
    rounded.push({ place, warning: roundedMessage(names[place] ?? '', found, CAST_TO_TEXT) });
  }
  return rounded;
}

/** The digits of the texts of a column, without zeros at both ends. */
function digitsOf(cell: pl.Expr): pl.Expr {
  return cell.str.replaceAll('[^0-9]', '').str.replace('^0+', '').str.replace('0+$', '');
}

/** The first decimal that a float rounds. @param scale digits after the point; null: as many as each value has */
export function firstRounded(
  decimals: readonly string[],
  scale: number | null,
): string | undefined {
  return decimals.find(
    (text) => isOutOfRange(text) || isRounded(scale === null ? shortened(text) : text),
  );
}

function shortened(decimal: string): string {
  const point = decimal.indexOf('.');
  return point === -1 ? decimal : decimal.slice(0, point + 1 + MAX_SCALE);
}
