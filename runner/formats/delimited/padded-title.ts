import { areYears, isNumberText } from './first-row-is-data.ts';
import { sampleRecords } from './dialect.ts';
import { MAX_TITLE_LINES, SAMPLE_LINES } from './title-lines.ts';

/** Lines above the header of a table that have as many cells as its rows. */
export interface PaddedTitle {
  /** Number of lines above the header. */
  readonly count: number;
  readonly header: readonly string[];
  /** True: only the values below the header show it. */
  readonly isAboveValues: boolean;
}

type Row = readonly string[];

interface Split {
  readonly above: readonly Row[];
  readonly header: Row;
  readonly below: readonly Row[];
}

/**
 * Finds a header below lines that have as many cells, as Excel writes a title: each line of a CSV file has all
 * delimiters. @returns null for none in the first lines
 */
export function findPaddedTitle(
  text: string,
  delimiter: string,
  comment?: string,
): PaddedTitle | null {
  const lines = text.split(/\r\n|\r|\n/).slice(0, SAMPLE_LINES);
  const rows = lines.map((line) => sampleRecords(`${line}\n`, delimiter, comment)[0] ?? []);
  const width = rows.find((cells) => cells.length > 0)?.length ?? 0;
  // The sample may end within a line.
  return paddedTitleOf((rows.at(-1)?.length ?? 0) < width ? rows.slice(0, -1) : rows);
}

/** Finds a header as findPaddedTitle does. @param rows the first ones, with their empty cells; a blank line has none */
export function paddedTitleOf(rows: readonly Row[]): PaddedTitle | null {
  const named = withoutEmptyColumns(rows);
  const [first] = named.filter((cells) => filled(cells).length > 0);
  const most = Math.min(MAX_TITLE_LINES, named.length - 2);
  for (let count = 1; first !== undefined && count <= most; count++) {
    const header = named[count] ?? [];
    const split = { above: named.slice(0, count), header, below: named.slice(count + 1) };
    if (header.length !== first.length || split.above.every((cells) => filled(cells).length === 0))
      continue;
    const isPadded = isBelowTitle(split);
    if (isPadded || isAboveValues(split)) return { count, header, isAboveValues: !isPadded };
  }
  return null;
}

/**
 * Says which option leaves out first lines of delimiters alone, which name no column.
 * @param skipped number of lines that were left out already
 * @returns null: the first line has a name, or no other line has one
 */
export function emptyHeaderHint(text: string, delimiter: string, skipped: number): string | null {
  const lines = text.split(/\r\n|\r|\n/).slice(0, SAMPLE_LINES);
  const count = lines.findIndex((line) => line.split(delimiter).some(isFilled));
  if (count < 1 || !lines[0]?.includes(delimiter)) return null;
  const [which, are] = count === 1 ? ['line has', 'it is'] : [`${count} lines have`, 'they are'];
  return `The first ${which} no cell with a text: if ${are} above the header, read the file with skip_rows=${skipped + count}.`;
}

/** Delimiters at the end of each line make no column. */
function withoutEmptyColumns(rows: readonly Row[]): readonly Row[] {
  const width = Math.max(0, ...rows.map((cells) => cells.findLastIndex(isFilled) + 1));
  return rows.map((cells) => cells.slice(0, width));
}

/** Whether the lines above a header have at most one text, and perhaps one value beside it. */
function isBelowTitle({ above, header, below }: Split): boolean {
  const isHeaderOf =
    above.every((cells) => isTitle(cells, header.length)) && isHeader(header, below);
  return isHeaderOf && !(above.every(isOfTwo) && isRow(header, below));
}

function isOfTwo(cells: Row): boolean {
  return cells.length === 2 && cells.every(isFilled);
}

/**
 * Whether a line is a row, below the names of two columns of which one is a date: one of its cells is there again, in
 * another row.
 */
function isRow(line: Row, below: readonly Row[]): boolean {
  return below.some((row) => {
    const alike = line.filter((cell, place) => row[place] === cell);
    return alike.length === 1 && row.length === line.length;
  });
}

function isTitle(cells: Row, width: number): boolean {
  const [first = '', second = '', ...others] = filled(cells);
  // The first column of a table of two may be the one without a name.
  if (second === '') return width > 2 || first === '' || isFilled(cells[0] ?? '');
  if (width === 2) return isOneDate(filled(cells).filter(isValue));
  return others.length === 0 && (isValue(second) || /:\s*$/.test(first));
}

function isOneDate(values: Row): boolean {
  return values.length === 1 && values.every((value) => DATE.test(value));
}

/** Whether a line names each column; the first one, of the names of rows, may have none. */
function isHeader(header: Row, below: readonly Row[]): boolean {
  const [first = '', ...others] = header;
  const names = isFilled(first) || header.length < 3 ? header : others;
  const numbers = names.filter(isNumberText);
  const isNamed = names.length > 1 && names.every((cell) => isFilled(cell) && !DATE.test(cell));
  if (!isNamed || numbers.length === 0) return isNamed;
  return (
    numbers.length < names.length &&
    areYears(numbers.map(Number)) &&
    header.some((cell, place) => isNumberText(cell) && below.some((row) => isNoYear(row[place])))
  );
}

/** Whether a cell shows that its column is not one of years. */
function isNoYear(cell = ''): boolean {
  return isFilled(cell) && !areYears([Number(cell)]);
}

/**
 * Whether a line has only names, and a column of numbers or dates begins below it: the lines above, which have
 * texts there too, are no rows.
 */
function isAboveValues({ above, header, below }: Split): boolean {
  const rows = below.filter((cells) => cells.length > 0);
  if (rows.length <= above.length || !rows.every(({ length }) => length === header.length))
    return false;
  if (!isHeader(header.length === 1 ? [...header, ...header] : header, [])) return false;
  // One column alone may have a text among its values, such as the grade "absent".
  const begins = header.filter((name, place) => {
    const isName = WORD.test(name) && !MISSING.test(name.trim());
    if (!isName || above.some((cells) => isValue(cells[place] ?? ''))) return false;
    const cells = rows.map((row) => row[place] ?? '').filter((cell) => !MISSING.test(cell.trim()));
    return cells.length > 1 && cells.every(isValue);
  });
  return begins.length > 1 || (begins.length === 1 && rows.length >= MIN_VALUES);
}

/** The values of a column, below which a text above them is one of them, as likely as the name of the column. */
const MIN_VALUES = 5;
const WORD = /\p{L}/u;
const DATE = /^\s*\d{1,4}([-/.])\d{1,2}\1\d{1,4}(?:[T ].*)?$/;
/** No name, and no value that a column of numbers lacks. */
const MISSING = /^(?:|-+|\.|\?|#?n\/?a|nan|null|none)$/i;

function isValue(cell: string): boolean {
  return isNumberText(cell) || DATE.test(cell);
}

function filled(cells: Row): Row {
  return cells.filter(isFilled);
}

function isFilled(cell: string): boolean {
  return cell.trim() !== '';
}

const SHOWN_NAMES = 3;

/**
 * Says which option leaves the lines out.
 * @param skipped number of lines that were left out already
 * @param unit what a line is
 */
export function paddedTitleHint(
  { count, header, isAboveValues }: PaddedTitle,
  skipped: number,
  unit: 'line' | 'row' = 'line',
): string {
  const isOne = count === 1;
  const above = isOne ? `the ${unit} above is a title` : `the ${unit}s above are a title`;
  const names = filled(header).slice(0, SHOWN_NAMES);
  const shown = names.map((cell) => `"${cell.trim()}"`).join(', ');
  const number = skipped + count + 1;
  const values = isAboveValues ? ' above numbers or dates' : '';
  const units = isAboveValues && isOne ? ` If it has units or notes, remove it.` : '';
  return `${unit === 'line' ? 'Line' : 'Row'} ${number} looks like the header, with ${shown}${values}: if ${above}, read the file with skip_rows=${skipped + count}.${units}`;
}
