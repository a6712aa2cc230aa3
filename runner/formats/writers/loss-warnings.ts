import type { FileFormat } from '../../domain/file-format.ts';
import type { LossCode, LostValues } from '../../domain/file-warning.ts';

/** Only so many columns have a sentence of their own for each code: nobody reads hundreds. */
const SHOWN_COLUMNS = 20;

/** What a file has in place of the values, after their number and column, and the way out. */
type Sentence = (values: Values, format: FileFormat) => string;

interface Values {
  readonly count: number;
  /** Such as `of "price"`, or `of 12 other columns`. */
  readonly of: string;
}

const OTHER_FORMATS = 'write CSV or Parquet, which keep them';

const SENTENCES: Readonly<Record<LossCode, Sentence>> = {
  lost_infinities: ({ count, of }, format) =>
    `${counted(count, 'value')} ${of} ${count === 1 ? 'is' : 'are'} infinite, which ${format === 'excel' ? 'Excel' : 'JSON'} lacks, and null in the file: ${OTHER_FORMATS}, or replace them before.`,
  lost_microseconds: ({ count, of }) =>
    `${counted(count, 'datetime')} ${of} ${has(count)} microseconds, of which readers of Excel get milliseconds: ${OTHER_FORMATS}, or cast the column to text.`,
  escaped_characters: ({ count, of }) =>
    `${counted(count, 'text')} ${of} ${has(count)} carriage returns or other control characters, written as _x000d_ and the like, or such texts, which readers of Excel drop, show or convert: ${OTHER_FORMATS}, or replace them before.`,
  nul_characters: ({ count, of }) =>
    `${counted(count, 'text')} ${of} ${has(count)} NUL characters, which Excel lacks, and U+FFFD in their places: ${OTHER_FORMATS}, or remove them before.`,
  blank_last_rows: ({ count }) =>
    `${count === 1 ? 'The last row has' : `The last ${count} rows have`} no values, so readers of Excel do not see ${count === 1 ? 'it' : 'them'}: write CSV or Parquet, which keep such rows.`,
  cut_lines: ({ count, of }) =>
    `${counted(count, 'text')} ${of} ${has(count)} line breaks, so readers of the file get a row for each line: ${OTHER_FORMATS}, or replace them before.`,
  indistinct_nulls: ({ count, of }) =>
    `${counted(count, 'null')} ${of} ${count === 1 ? 'is' : 'are'} written as empty texts are, since each row of one column needs a line: write JSON or Parquet, which keep the difference, or fill them before.`,
};

/** A sentence for the author of the flow for each loss of a file. @param losses what it lacks of the table */
export function lossWarnings(losses: readonly LostValues[], format: FileFormat): readonly string[] {
  return [...Map.groupBy(losses, ({ code }) => code)].flatMap(([code, all]) => {
    const shown = all.slice(0, SHOWN_COLUMNS).map(({ column, count }) => {
      return SENTENCES[code]({ count, of: `of "${column ?? ''}"` }, format);
    });
    const others = all.slice(SHOWN_COLUMNS);
    if (others.length === 0) return shown;
    const count = others.reduce((sum, one) => sum + one.count, 0);
    const of = `of ${counted(others.length, 'other column')}`;
    return [...shown, SENTENCES[code]({ count, of }, format)];
  });
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function has(count: number): string {
  return count === 1 ? 'has' : 'have';
}
