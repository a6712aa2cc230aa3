import { DELIMITERS } from '../../domain/parse-options.ts';
import { sampleRecords } from './dialect.ts';
import type { FormatRequest } from '../ingest-request.ts';

const SAMPLE_LINES = 60;
/** Marks that texts of one column have: letters, digits, blanks, quotes, and those of numbers, dates and names. */
const USUAL = /[\p{L}\p{M}\p{N}\s"'._/-]/u;

/**
 * Says by what the cells of a file of one column may be separated: one mark that all of its lines have equally
 * often. @returns null for none
 * @param text the first lines, with the header
 */
export function oneMarkHint(text: string, request: FormatRequest): string | null {
  const common = commonMark(text);
  if (common === null) return null;
  const { mark, count, lines } = common;
  const times = count === 1 ? 'once' : `${count} times`;
  return `each of its lines has ${shown(mark)} ${times}: if it separates the cells, ${cureFor(mark, lines, request)}.`;
}

/**
 * Says that the lines of a file of one column are cells in quotes that have the cells of a table, as programs write them
 * that quote a line once more. @returns null: they are not
 */
export function quotedLinesHint(text: string): string | null {
  const all = text.split(/\r\n|\r|\n/).slice(0, SAMPLE_LINES + 1);
  const lines = all.slice(0, Math.max(2, all.length - 1)).filter((line) => line.trim() !== '');
  const cells = lines.map((line) => QUOTED_LINE.exec(line)?.[1]?.replaceAll('""', '"'));
  if (lines.length < MIN_LINES || cells.includes(undefined)) return null;
  for (const delimiter of DELIMITERS) {
    const [header = [], ...rows] = sampleRecords(`${cells.join('\n')}\n`, delimiter);
    const isTable = rows.length + 1 === cells.length && header.length > 1;
    if (!isTable || rows.some(({ length }) => length !== header.length)) continue;
    return `each of its lines is in quotes, with ${header.length} cells separated by ${shown(delimiter)} within: if these are a table, remove the quotes around the lines, and one of each two quotes within.`;
  }
  return null;
}

const QUOTED_LINE = /^\ufeff?"((?:[^"]|"")*)"$/;

/** Two lines of prose may have as many commas. */
const MIN_LINES = 3;

/** Says that lines of text may be the rows of a table. @returns null: no delimiter is in all of them equally often */
export function tableHint(text: string, request: FormatRequest): string | null {
  const common = commonMark(text);
  const isTable = common !== null && common.lines.length >= MIN_LINES && isDelimiter(common.mark);
  return isTable ? oneMarkHint(text, request) : null;
}

interface CommonMark {
  readonly mark: string;
  readonly count: number;
  readonly lines: readonly string[];
}

function commonMark(text: string): CommonMark | null {
  const all = text.split(/\r\n|\r|\n/).slice(0, SAMPLE_LINES + 1);
  // The sample may end within a line.
  const lines = all.slice(0, Math.max(2, all.length - 1)).filter((line) => line.trim() !== '');
  const [header = '', ...rows] = lines;
  if (rows.length === 0) return null;
  // Tabs are white space, and separate cells more often than any other.
  const marks = ['\t', ...new Set(Array.from(header).filter((each) => !USUAL.test(each)))];
  const found = marks.filter((mark) => {
    const count = countOf(header, mark);
    return count > 0 && rows.every((row) => countOf(row, mark) === count);
  });
  const mark = found.find((each) => isDelimiter(each)) ?? found[0];
  if (mark === undefined) return null;
  return { mark, count: countOf(header, mark), lines };
}

function countOf(line: string, mark: string): number {
  return line.split(mark).length - 1;
}

function isDelimiter(mark: string): boolean {
  return DELIMITERS.some((delimiter) => delimiter === mark);
}

function shown(mark: string): string {
  if (mark === '\t') return 'a tab';
  const code = mark.codePointAt(0) ?? 0;
  if (code > 31) return `"${mark}"`;
  return `the character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

function cureFor(
  mark: string,
  lines: readonly string[],
  { format, options }: FormatRequest,
): string {
  if (!isDelimiter(mark)) {
    return 'write another character in its place in the file, such as a semicolon';
  }
  if (lines.every((line) => /^"[^"]*"$/.test(line.trim()))) {
    return 'remove the quotes around the lines, or read the file with quote_char=none, which leaves them in the cells';
  }
  if (format === 'tsv' || format === 'text') {
    return 'give the file a name that ends in .csv, or read it in the format csv';
  }
  const named = mark === '\t' ? ' and a tab' : mark;
  return options.delimiter === undefined
    ? `read the file with delimiter=${named}`
    : `read the file with delimiter=${named} instead`;
}
