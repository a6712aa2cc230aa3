import { COMMENT_CHARACTER } from '../../domain/parse-options.ts';
import { sampleRecords } from './dialect.ts';

/** Lines above a table that have fewer cells than its rows: a title, or comments. */
export interface TitleLines {
  readonly texts: readonly string[];
  /** Separates the cells of the table. */
  readonly delimiter: string;
  /** Number of cells of the rows of the table. */
  readonly width: number;
}

const MAX_TITLE_LINES = 20;
/** The number of lines in which titles are looked for. */
export const SAMPLE_LINES = 60;
const MIN_RECORDS = 2;
/** Minimum share of the records of the table with as many cells as its first one. */
const AGREEING_SHARE = 0.9;

/**
 * Finds the line from which on the records of a sample have more cells than those above, and as many as each
 * other. @returns null for none in the first lines
 */
export function findTitleLines(
  text: string,
  delimiters: readonly string[],
  comment?: string,
): TitleLines | null {
  const all = text.split(/\r\n|\r|\n/);
  const comments = all.findIndex((line) => !line.startsWith('#'));
  const lines = all.slice(0, Math.max(comments, 0) + SAMPLE_LINES);
  const counts = Array.from({ length: MAX_TITLE_LINES }, (_, at) => at + 1);
  if (comments > MAX_TITLE_LINES) counts.push(comments);
  for (const count of counts.filter((each) => each < lines.length)) {
    for (const delimiter of delimiters) {
      const records = (part: readonly string[]): readonly (readonly string[])[] =>
        sampleRecords(`${part.join('\n')}\n`, delimiter, comment);
      const above = records(lines.slice(0, count));
      const below = records(lines.slice(count));
      const width = below[0]?.length ?? 0;
      const isNarrower = above.length > 0 && above.every((cells) => cells.length < width);
      if (!isNarrower || !isTable(below)) continue;
      return { texts: lines.slice(0, count), delimiter, width };
    }
  }
  return null;
}

/** A header may end with delimiters that the rows below lack. */
function isTable(records: readonly (readonly string[])[]): boolean {
  const [header = []] = records;
  const named = header.findLastIndex((cell) => cell.trim() !== '') + 1;
  const agreeing = records.filter(({ length }) => length >= named && length <= header.length);
  return (
    named > 1 && records.length >= MIN_RECORDS && agreeing.length / records.length >= AGREEING_SHARE
  );
}

/**
 * Says which option leaves the lines out.
 * @param skipped number of lines that were left out already
 */
export function titleLinesHint({ texts, delimiter, width }: TitleLines, skipped: number): string {
  const count = skipped + texts.length;
  const above =
    texts.length === 1 ? 'the line above is a title' : 'the lines above are a title or comments';
  const comment = commentOption(texts);
  return `From line ${count + 1} on, the lines have ${width} cells, separated by ${shownDelimiter(delimiter)}: if ${above}, upload with skip_rows=${count}${comment}.`;
}

/** A delimiter as messages name it. */
export function shownDelimiter(delimiter: string): string {
  return delimiter === '\t' ? 'a tab' : `"${delimiter}"`;
}

/** @returns ` or comment=…` if all lines begin with one character that comments begin with */
function commentOption(texts: readonly string[]): string {
  const first = texts[0]?.[0] ?? '';
  const isComment = COMMENT_CHARACTER.test(first) && texts.every((text) => text.startsWith(first));
  return isComment ? ` or comment=${first}` : '';
}

/** A comment that has the form of a header: `# source, 2024`, unlike the column `#id`. */
const COMMENT_LINE = /^\ufeff?#\s/;

/**
 * Says which options leave out comments above a table that were read as its header, because they have as many
 * cells. @returns null when the first line is no comment
 */
export function commentHeaderHint(text: string, skipped: number): string | null {
  const lines = text.split(/\r\n|\r|\n/);
  const count = lines.findIndex((line) => !COMMENT_LINE.test(line));
  if (count < 1) return null;
  const which = count === 1 ? 'it is a comment' : `the first ${count} lines are comments`;
  return `The header begins with #: if ${which}, upload with comment=# or skip_rows=${skipped + count}.`;
}

/** Lines above a table that have as many cells as its rows, most of them empty. */
export interface PaddedTitle {
  /** Number of lines above the header. */
  readonly count: number;
  readonly header: readonly string[];
}

/** A narrower table may have a column without a name. */
const MIN_PADDED_WIDTH = 3;

/**
 * Finds a header below lines with at most one cell that is not empty, as Excel writes a title: each line of a CSV
 * file has all delimiters. @returns null for none in the first lines
 */
export function findPaddedTitle(text: string, delimiter: string): PaddedTitle | null {
  const lines = text.split(/\r\n|\r|\n/).slice(0, SAMPLE_LINES);
  return paddedTitleOf(lines.map((line) => sampleRecords(`${line}\n`, delimiter)[0] ?? []));
}

/** Finds a header as findPaddedTitle does. @param records the first ones, with their empty cells */
export function paddedTitleOf(records: readonly (readonly string[])[]): PaddedTitle | null {
  const count = records.findIndex((cells) => filled(cells).length > 1);
  const header = records[count];
  if (header === undefined || count < 1 || count > MAX_TITLE_LINES) return null;
  const above = records.slice(0, count);
  const isPadded =
    above[0]?.length === header.length && above.some((cells) => filled(cells).length === 1);
  return isPadded && isFullHeader(header) && records.length > count + 1 ? { count, header } : null;
}

function isFullHeader(header: readonly string[]): boolean {
  return header.length >= MIN_PADDED_WIDTH && header.every(isName);
}

function filled(cells: readonly string[]): readonly string[] {
  return cells.filter((cell) => cell.trim() !== '');
}

function isName(cell: string): boolean {
  return cell.trim() !== '' && Number.isNaN(Number(cell));
}

/**
 * Says which option leaves the lines out.
 * @param skipped number of lines that were left out already
 * @param unit what a line is
 */
export function paddedTitleHint(
  { count, header }: PaddedTitle,
  skipped: number,
  unit: 'line' | 'row' = 'line',
): string {
  const above = count === 1 ? `the ${unit} above is a title` : `the ${unit}s above are a title`;
  const names = header.slice(0, 3).map((cell) => `"${cell.trim()}"`);
  return `${unit === 'line' ? 'Line' : 'Row'} ${skipped + count + 1} looks like the header, with ${names.join(', ')}: if ${above}, upload with skip_rows=${skipped + count}.`;
}
