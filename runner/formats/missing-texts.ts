import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../domain/column.ts';
import type { FileWarning } from '../domain/file-warning.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { columnValues } from './sample-rows.ts';

/** Texts that other programs write for missing values. */
export const MISSING_TEXTS = [
  ...['NA', 'N/A', 'n/a', '#N/A', '#NA', 'NULL', 'null', 'None', 'none', 'NaN', 'nan'],
  ...['-', '--', '?', '.', '(null)', '\\N'],
];
export const MISSING: ReadonlySet<string> = new Set(MISSING_TEXTS);
/** Seven digits behind a plus sign may be a telephone number, which null values leave text. */
export const NUMBER =
  /^(?:-?(?:0|[1-9]\d{0,14})|[-+]?(?:0|[1-9]\d{0,14})?[.,]\d{1,15}|\+(?:0|[1-9]\d{0,5})|-?\d(?:\.\d{1,15})?[eE][-+]\d{1,2})$/;
/** The same for the library, whose `\\d` has the digits of all scripts. */
export const NUMBERS = NUMBER.source.replaceAll('\\d', '[0-9]');
/** Maximum number of columns that are scanned completely. */
export const MAX_COLUMNS = 20;

/** Returns distinct non-numeric texts of a column, at most one more than the known missing texts. */
export async function otherTexts(
  polars: PolarsLibrary,
  data: pl.LazyDataFrame,
  place: number,
): Promise<string[]> {
  const text = polars.nth(place).str.strip().alias('text');
  const number = polars.col('text').str.contains(NUMBERS);
  const found = await data
    .select(text)
    .filter(number.not())
    .unique()
    .limit(MISSING_TEXTS.length + 1)
    .collect();
  return columnValues(found.getColumn('text')).map(String).sort();
}

/** A column of nothing but `none` or `-` may mean it. */
const WRITTEN_BY_PROGRAMS = new Set(['NaN', 'nan', '#N/A', '#NA', 'NULL', '(null)', '\\N']);

/**
 * Warns of text columns that have nothing but texts that programs write for missing values.
 * @param head first rows of `data`, which select the columns to scan completely
 */
export async function emptyColumnWarnings(
  polars: PolarsLibrary,
  data: pl.LazyDataFrame,
  { head, columns }: { readonly head: pl.DataFrame; readonly columns: readonly ColumnSchema[] },
): Promise<FileWarning[]> {
  const warnings: FileWarning[] = [];
  const empty = [...head.getColumns().entries()].filter(
    ([place, series]) => columns[place]?.type === 'string' && looksEmpty(columnValues(series)),
  );
  for (const [place] of empty.slice(0, MAX_COLUMNS)) {
    const { name: column = '' } = columns[place] ?? {};
    const texts = await otherTexts(polars, data, place);
    if (!texts.every((text) => MISSING.has(text))) continue;
    const message = `Column "${column}" is text because of "${texts[0] ?? ''}": null_values=${texts.join(',')} reads nulls.`;
    warnings.push({ code: 'missing_value_texts', column, message });
  }
  return warnings;
}

function looksEmpty(values: readonly unknown[]): boolean {
  const texts = values.flatMap((value) => (typeof value === 'string' ? [value.trim()] : []));
  return texts.length > 0 && texts.every((text) => WRITTEN_BY_PROGRAMS.has(text));
}
