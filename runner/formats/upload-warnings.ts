import type pl from 'nodejs-polars';
import type { ColumnSchema } from '../domain/column.ts';
import type { FileWarning } from '../domain/file-warning.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { andOthers } from './and-others.ts';
import { isCommaDecimal } from './delimited/dialect.ts';
import type { Dialect, ShortRows } from './delimited/scan-request.ts';
import { exponentWarning, isCode } from './exponent-warning.ts';
import { isBlank } from './header-names.ts';
import { lastRowsWarning, MAX_LAST_ROWS } from './last-rows.ts';
import { columnValues } from './sample-rows.ts';
import {
  MAX_COLUMNS,
  MISSING,
  MISSING_TEXTS,
  NUMBER,
  NUMBERS,
  otherTexts,
} from './missing-texts.ts';
import { textAmongNumbersWarnings } from './text-among-numbers.ts';

/** Maximum number of texts that a message names. */
const MAX_NAMED = 3;

/**
 * Warns of text columns that would be numeric without texts such as "NA".
 * @param head first rows of `data`, which select the columns to scan completely
 */
export async function missingTextWarnings(
  polars: PolarsLibrary,
  data: pl.LazyDataFrame,
  {
    head,
    columns,
    delimiter,
  }: {
    readonly head: pl.DataFrame;
    readonly columns: readonly ColumnSchema[];
    /** Of a file that has a decimal mark; null: it has none. */
    readonly delimiter: string | null;
  },
): Promise<FileWarning[]> {
  const places = columns
    .flatMap(({ type }, place) => (type === 'string' ? [place] : []))
    .filter((place) => looksNumeric(columnValues(head.getColumns()[place] ?? head.toSeries(place))))
    .slice(0, MAX_COLUMNS);
  const warnings: FileWarning[] = [];
  const others = new Map<string, number[]>();
  for (const place of places) {
    const texts = await otherTexts(polars, data, place);
    const unknown = texts.filter((text) => !MISSING.has(text));
    const [other] = unknown;
    const column = columns[place]?.name ?? '';
    if (other !== undefined && unknown.every(isCode)) {
      const known = { numbers: NUMBERS, missing: MISSING_TEXTS };
      warnings.push(...(await exponentWarning(polars, data, { place, column, ...known })));
      continue;
    }
    if (other !== undefined) {
      const last = await lastRowsWarning(polars, data, { place, column, texts: unknown });
      warnings.push(...last);
      if (last.length + unknown.length === 1)
        others.set(other, [...(others.get(other) ?? []), place]);
      continue;
    }
    if (texts.length === 0) {
      warnings.push(...(await lateCommaWarnings(polars, data, { place, column, delimiter })));
      continue;
    }
    const message = `Column "${column}" is text because of ${quoteTexts(texts)}: null_values=${texts.join(',')} reads numbers.`;
    warnings.push({ code: 'missing_value_texts', column, message });
  }
  return [...warnings, ...(await textAmongNumbersWarnings(polars, data, others, columns))];
}

/** Returns the first texts in quotes, and the number of the others. */
function quoteTexts(texts: readonly string[]): string {
  const named = texts.slice(0, MAX_NAMED).map((text) => `"${text}"`);
  return `${named.join(', ')}${andOthers(texts.length - named.length)}`;
}

/** Whether values are numbers, but for texts that stand for null, one other text and the last rows. */
function looksNumeric(values: readonly unknown[]): boolean {
  let hasNumber = false;
  let other: string | null = null;
  for (const [row, value] of values.entries()) {
    if (typeof value !== 'string') continue;
    const text = value.trim();
    if (NUMBER.test(text) || isCode(text)) hasNumber = true;
    else if (!MISSING.has(text)) {
      if (other !== null && other !== text && row < values.length - MAX_LAST_ROWS) return false;
      other = text;
    }
  }
  return hasNumber;
}

/** Warns of a column that only numbers with a decimal comma make text, wherever the first one is. */
async function lateCommaWarnings(
  polars: PolarsLibrary,
  data: pl.LazyDataFrame,
  { place, column, delimiter }: { place: number; column: string; delimiter: string | null },
): Promise<FileWarning[]> {
  if (delimiter === null) return [];
  const text = polars.nth(place).str.strip().alias('text');
  const comma = polars.col('text').str.contains(',');
  const found = await data.select(text).filter(comma).limit(MAX_COMMAS).collect();
  const first = columnValues(found.getColumn('text')).map(String).find(isCommaDecimal);
  return first === undefined ? [] : [decimalCommaWarning(column, first, delimiter)];
}

/** Numbers such as 1,234 prove no decimal comma. */
const MAX_COMMAS = 1_000;

const POINTS = /^[-+]?[1-9]\d{0,2}(?:\.\d{3})+$/;
/** Numbers with separated thousands, or so small that they have none. */
const GROUPED = [
  /^[-+]?(?:[1-9]\d{0,2}(?:\.\d{3})+|\d{1,3})(?:,\d{1,15})?$/,
  /^[-+]?(?:[1-9]\d{0,2}(?:,\d{3})+|\d{1,3})(?:\.\d{1,15})?$/,
];
const BELOW_A_THOUSAND = /^[-+]?\d{1,3}$/;

/**
 * Warns of columns whose points or commas may separate thousands: numbers that were read with a point as the
 * decimal mark, and texts that would be numbers without the separators or with a decimal comma.
 * @param records first rows as written in the file
 */
export function thousandsWarnings(
  columns: readonly ColumnSchema[],
  records: readonly (readonly string[])[],
  { delimiter, decimal }: Dialect,
): FileWarning[] {
  return columns.flatMap(({ name: column, type }, place) => {
    const cells = records
      .map((record) => (record[place] ?? '').trim())
      .filter((cell) => cell !== '');
    const warn = (message: string): FileWarning[] => [
      { code: 'thousands_separators', column, message: `Column "${column}" ${message}` },
    ];
    if (type === 'float') {
      const first = pointsInsteadOfThousands(cells, delimiter);
      if (first === null) return [];
      return warn(
        `has numbers such as ${first}, read as ${Number(first)}: if the point separates thousands, remove it from the file.`,
      );
    }
    const mark = type === 'string' && decimal === '.' ? firstDecimalComma(cells) : null;
    if (mark !== null) return [decimalCommaWarning(column, mark, delimiter)];
    const first = type === 'string' ? separatedThousands(cells) : null;
    if (first === null) return [];
    return warn(
      `is text because of numbers such as ${first}: to read numbers, remove what separates the thousands in the file.`,
    );
  });
}

/** @returns the first number that may have a thousands separator for a decimal point; null when points are decimal marks */
function pointsInsteadOfThousands(cells: readonly string[], delimiter: string): string | null {
  const round = cells.filter((cell) => cell.endsWith('00')).length;
  // In comma-separated files a point is a decimal mark, unless most numbers are round.
  if (delimiter === ',' && round * 2 < cells.length) return null;
  if (!cells.every((cell) => POINTS.test(cell) || BELOW_A_THOUSAND.test(cell))) return null;
  return cells.find((cell) => POINTS.test(cell)) ?? null;
}

/** @returns the first number with separated thousands, if all texts are such numbers or smaller ones */
function separatedThousands(cells: readonly string[]): string | null {
  if (!GROUPED.some((pattern) => cells.every((cell) => pattern.test(cell)))) return null;
  return cells.find((cell) => /\d[.,]\d{3}(?!\d)/.test(cell)) ?? null;
}

const COMMA_NUMBER = /^[-+]?(?:\d{1,3}(?:\.\d{3})+|\d*)(?:,\d{1,15})?$/;

/** @returns the first number with a decimal comma, if all texts are numbers that may have one */
function firstDecimalComma(cells: readonly string[]): string | null {
  if (!cells.every((cell) => COMMA_NUMBER.test(cell))) return null;
  return cells.find(isCommaDecimal) ?? null;
}

/** Warning for a text column that would be numeric with a decimal comma. A file has one decimal mark. */
function decimalCommaWarning(column: string, number: string, delimiter: string): FileWarning {
  const thousands = number.includes('.') ? ' and no separators of thousands' : '';
  const other =
    delimiter === ','
      ? ', or separate the cells by ; and read the file with decimal=,'
      : ', or read the file with decimal=, if no number has a point';
  const message = `Column "${column}" is text because of numbers such as ${number}: if the comma is the decimal mark, write them with a point${thousands} in the file${other}.`;
  return { code: 'decimal_commas', column, message };
}

/** Warns of rows with missing cells, which become null. */
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
 * Warns of columns that are not named as in the file.
 * @param cells the names as written in the file; null: it has none
 * @param names the names of the columns, as headerNames gives them
 */
export function headerWarnings(
  cells: readonly string[] | null,
  names: readonly string[],
): FileWarning[] {
  if (cells === null) return [];
  return [...renamedColumnsWarnings(cells, names), ...unnamedColumnsWarnings(cells, names)];
}

/** Warns of columns that were renamed because their names were not unique. */
function renamedColumnsWarnings(cells: readonly string[], names: readonly string[]): FileWarning[] {
  const renamed = names.flatMap((name, place) => {
    const cell = cells[place] ?? '';
    return isBlank(cell) || cell === name ? [] : [{ name, cell, place }];
  });
  const [first] = renamed;
  if (first === undefined) return [];
  const named = renamed
    .slice(0, MAX_NAMED)
    .map(({ name, cell, place }) => `column ${place + 1}, "${cell}", is "${name}"`);
  const message = `Columns with the name of another one were renamed: ${named.join('; ')}${andOthers(renamed.length - named.length)}.`;
  return [{ code: 'renamed_columns', column: renamed.length === 1 ? first.name : null, message }];
}

/** Warns of columns without a name, which have one by their position. */
function unnamedColumnsWarnings(cells: readonly string[], names: readonly string[]): FileWarning[] {
  const unnamed = names.filter((_name, place) => isBlank(cells[place] ?? ''));
  const [first] = unnamed;
  if (first === undefined) return [];
  const isOne = unnamed.length === 1;
  const count = isOne ? 'A column has' : `${unnamed.length} columns have`;
  const message = `${count} no name in the file and ${isOne ? 'is' : 'are'} named by ${isOne ? 'its position' : 'their positions'}: ${quoteTexts(unnamed)}.`;
  return [{ code: 'unnamed_columns', column: isOne ? first : null, message }];
}

/** Warning for `dates=true` without any column of dates. */
export const NO_DATES_WARNING: FileWarning = {
  code: 'no_dates_found',
  column: null,
  message:
    'dates=true converted no column: in no text column is every value an ISO 8601 date, such as 2024-05-31.',
};

/** Reports whether a file starts like an HTML page. */
export function isHtml(head: string): boolean {
  return /^\ufeff?\s{0,1000}<(?:!doctype html|html|head|body)\b/i.test(head);
}

/** Warning for an HTML page that was uploaded instead of a data file. */
export const HTML_WARNING: FileWarning = {
  code: 'html_page',
  column: null,
  message:
    'The file is an HTML page, perhaps of a login or an error: check where it was downloaded.',
};
