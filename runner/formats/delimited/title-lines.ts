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
const SAMPLE_LINES = 60;
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
  const lines = text.split(/\r\n|\r|\n/).slice(0, SAMPLE_LINES);
  for (let count = 1; count <= MAX_TITLE_LINES && count < lines.length; count++) {
    for (const delimiter of delimiters) {
      const widths = (part: readonly string[]): readonly number[] =>
        sampleRecords(`${part.join('\n')}\n`, delimiter, comment).map(({ length }) => length);
      const above = widths(lines.slice(0, count));
      const below = widths(lines.slice(count));
      const [width = 0] = below;
      const isNarrower = above.length > 0 && above.every((cells) => cells < width);
      if (!isNarrower || !isTable(below)) continue;
      return { texts: lines.slice(0, count), delimiter, width };
    }
  }
  return null;
}

function isTable(widths: readonly number[]): boolean {
  const [width = 0] = widths;
  const agreeing = widths.filter((each) => each === width).length;
  return width > 1 && widths.length >= MIN_RECORDS && agreeing / widths.length >= AGREEING_SHARE;
}

/**
 * Says which option leaves the lines out.
 * @param skipped number of lines that were left out already
 */
export function titleLinesHint({ texts, delimiter, width }: TitleLines, skipped: number): string {
  const count = skipped + texts.length;
  const shown = delimiter === '\t' ? 'a tab' : `"${delimiter}"`;
  const above =
    texts.length === 1 ? 'the line above is a title' : 'the lines above are a title or comments';
  const first = texts[0]?.[0] ?? '';
  const isComment = COMMENT_CHARACTER.test(first) && texts.every((text) => text.startsWith(first));
  const comment = isComment ? ` or comment=${first}` : '';
  return `From line ${count + 1} on, the lines have ${width} cells, separated by ${shown}: if ${above}, upload with skip_rows=${count}${comment}.`;
}
