import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../domain/column.ts';
import type { FileWarning } from '../domain/file-warning.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import type { ShortRows } from './delimited/scan-request.ts';
import { columnValues } from './sample-rows.ts';

/** Texts by which other programs write a missing value. */
const MISSING_TEXTS = [
  ...['NA', 'N/A', 'n/a', '#N/A', '#NA', 'NULL', 'null', 'None', 'none', 'NaN', 'nan'],
  ...['-', '--', '?', '.', '(null)', '\\N'],
];
const MISSING = new Set(MISSING_TEXTS);
const NUMBER = /^[-+]?(?:0|[1-9]\d{0,14})(?:[.,]\d{1,15})?$/;
/** Columns that are looked at in whole, and texts that a sentence names before its advice. */
const MAX_COLUMNS = 20;
const MAX_NAMED = 3;

/**
 * Warns of text columns that would hold numbers but for texts such as "NA".
 * @param head the first rows of `data`, which decide which columns are looked at in whole
 */
export async function missingTextWarnings(
  polars: PolarsLibrary,
  data: pl.LazyDataFrame,
  { head, columns }: { readonly head: pl.DataFrame; readonly columns: readonly ColumnSchema[] },
): Promise<FileWarning[]> {
  const places = columns
    .flatMap(({ type }, place) => (type === 'string' ? [place] : []))
    .filter((place) => looksNumeric(columnValues(head.getColumns()[place] ?? head.toSeries(place))))
    .slice(0, MAX_COLUMNS);
  const warnings: FileWarning[] = [];
  for (const place of places) {
    const texts = await otherTexts(polars, data, place);
    if (texts.length === 0 || !texts.every((text) => MISSING.has(text))) continue;
    const column = columns[place]?.name ?? '';
    const message = `Column "${column}" is text because of ${someOf(texts)}; upload with null_values=${texts.join(',')} to read numbers.`;
    warnings.push({ code: 'missing_value_texts', column, message });
  }
  return warnings;
}

/** The first texts in quotes, and how many more there are. */
function someOf(texts: readonly string[]): string {
  const named = texts.slice(0, MAX_NAMED).map((text) => `"${text}"`);
  return `${named.join(', ')}${andOthers(texts.length - named.length)}`;
}

function andOthers(count: number): string {
  return count === 0 ? '' : ` and ${count} ${count === 1 ? 'other' : 'others'}`;
}

function looksNumeric(values: readonly unknown[]): boolean {
  const texts = values.filter((value) => typeof value === 'string').map((text) => text.trim());
  const numbers = texts.filter((text) => NUMBER.test(text)).length;
  return numbers > 0 && texts.every((text) => NUMBER.test(text) || MISSING.has(text));
}

/** Different texts of a column that are no numbers, a few more than those that stand for null. */
async function otherTexts(
  polars: PolarsLibrary,
  data: pl.LazyDataFrame,
  place: number,
): Promise<string[]> {
  const text = polars.nth(place).str.strip().alias('text');
  const number = polars.col('text').str.contains(NUMBER.source.replaceAll('\\d', '[0-9]'));
  const found = await data
    .select(text)
    .filter(number.not())
    .unique()
    .limit(MISSING_TEXTS.length + 1)
    .collect();
  return columnValues(found.getColumn('text')).map(String).sort();
}

const THOUSANDS = /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+$/;

/**
 * Warns of columns of which every number has one point and three digits behind it, where the point may
 * separate thousands.
 * @param records the first rows, as their cells are written
 */
export function thousandsWarnings(
  columns: readonly ColumnSchema[],
  records: readonly (readonly string[])[],
  delimiter: string,
): FileWarning[] {
  return columns.flatMap(({ name: column, type }, place) => {
    const cells = records
      .map((record) => (record[place] ?? '').trim())
      .filter((cell) => cell !== '');
    const round = cells.filter((cell) => cell.endsWith('00')).length;
    // Where a comma separates cells, a point is a decimal mark unless the numbers are round.
    const isSuspect = delimiter !== ',' || round * 2 >= cells.length;
    const [first] = cells;
    if (type !== 'float' || first === undefined || !isSuspect) return [];
    if (!cells.every((cell) => THOUSANDS.test(cell))) return [];
    const message = `Column "${column}" has numbers such as ${first}, read as ${Number(first)}: if the point separates thousands, remove it before the upload.`;
    return [{ code: 'thousands_separators', column, message }];
  });
}

/** Warns of rows that end early, whose last columns are null. */
export function shortRowsWarnings(
  { count, firstLine }: ShortRows,
  hasHeader: boolean,
): FileWarning[] {
  if (count === 0) return [];
  const than = `fewer cells than the ${hasHeader ? 'header' : 'first row'}`;
  const message =
    count === 1
      ? `The row in line ${firstLine} has ${than}: its missing cells are null.`
      : `${count} rows have ${than}, the first in line ${firstLine}: their missing cells are null.`;
  return [{ code: 'short_rows', column: null, message }];
}

/**
 * Warns of columns that have the name of one before them.
 * @param names what they are called instead
 */
export function renamedColumnsWarnings(
  cells: readonly string[],
  names: readonly string[],
): FileWarning[] {
  const renamed = names.flatMap((name, place) => {
    const cell = cells[place] ?? '';
    return cell.trim() === '' || cell === name ? [] : [{ name, cell, place }];
  });
  const [first] = renamed;
  if (first === undefined) return [];
  const named = renamed
    .slice(0, MAX_NAMED)
    .map(({ name, cell, place }) => `column ${place + 1}, "${cell}", is "${name}"`);
  const message = `Columns with the name of another one were renamed: ${named.join('; ')}${andOthers(renamed.length - named.length)}.`;
  return [{ code: 'renamed_columns', column: renamed.length === 1 ? first.name : null, message }];
}

export const NO_DATES_WARNING: FileWarning = {
  code: 'no_dates_found',
  column: null,
  message:
    'dates=true converted no column: in no text column is every value an ISO 8601 date, such as 2024-05-31.',
};

/** Whether a file begins as an HTML page does. */
export function isHtml(head: string): boolean {
  return /^\ufeff?\s{0,1000}<(?:!doctype html|html|head|body)\b/i.test(head);
}

export const HTML_WARNING: FileWarning = {
  code: 'html_page',
  column: null,
  message:
    'The file is an HTML page, perhaps of a login or an error: check where it was downloaded.',
};
