import { COMMENT_CHARACTER } from '../../domain/parse-options.ts';
import { sampleRecords } from './dialect.ts';
import { rowNamesOptions } from './row-names.ts';

/** Lines above a table that have fewer cells than its rows: a title, or comments. */
export interface TitleLines {
  readonly texts: readonly string[];
  /** Separates the cells of the table. */
  readonly delimiter: string;
  /** Number of cells of the rows of the table. */
  readonly width: number;
  /** The options that read the table, if its rows have a name before the cells that the header names; else null. */
  readonly rowNames: string | null;
}

export const MAX_TITLE_LINES = 20;
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
  const isOnly = delimiters.length === 1;
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
      return titlesOf(lines.slice(0, count), { above, below, delimiter, isOnly });
    }
  }
  return null;
}

/** The titles, without a last one that is the header of rows with names. */
function titlesOf(
  texts: readonly string[],
  table: {
    readonly above: readonly (readonly string[])[];
    readonly below: readonly (readonly string[])[];
    readonly delimiter: string;
    /** Whether the file can have no other delimiter. */
    readonly isOnly: boolean;
  },
): TitleLines {
  const { above, below, delimiter, isOnly } = table;
  const width = below[0]?.length ?? 0;
  const options = rowNamesOptions([above.at(-1) ?? [], ...below]);
  if (options === null) return { texts, delimiter, width, rowNames: null };
  const rowNames = `${delimiter === ',' || isOnly ? '' : `${delimiterOption(delimiter)}, `}${options}`;
  return { texts: texts.slice(0, -1), delimiter, width, rowNames };
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
export function titleLinesHint(titles: TitleLines, skipped: number): string {
  const { texts, delimiter, width, rowNames } = titles;
  const count = skipped + texts.length;
  if (rowNames !== null) return rowNamesHint(titles, count, rowNames);
  const above =
    texts.length === 1 ? 'the line above is a title' : 'the lines above are a title or comments';
  const comment = commentOption(texts);
  return `From line ${count + 1} on, the lines have ${width} cells, separated by ${shownDelimiter(delimiter)}: if ${above}, read the file with skip_rows=${count}${comment}.`;
}

function rowNamesHint({ delimiter, width }: TitleLines, count: number, options: string): string {
  const skip = count === 0 ? '' : `skip_rows=${count}, `;
  return `Line ${count + 1} looks like the header of lines with ${width} cells, separated by ${shownDelimiter(delimiter)}, whose first cell is the name of the row, as R writes it: if so, read the file with ${skip}${options}.`;
}

/** The option that names a delimiter. */
export function delimiterOption(delimiter: string): string {
  return `delimiter=${delimiter === '\t' ? ' and a tab' : delimiter}`;
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
  return `The header begins with #: if ${which}, read the file with comment=# or skip_rows=${skipped + count}.`;
}
