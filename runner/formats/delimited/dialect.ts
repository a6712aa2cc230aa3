import { isUtf8 } from 'node:buffer';
import { DELIMITERS, type Delimiter, type Encoding } from '../../domain/parse-options.ts';
import { guessedEncoding } from '../text/guess-encoding.ts';
import { untilSeparator } from '../text/utf8-statistics.ts';
import { DelimitedRecords } from './delimited-records.ts';

/** Bytes of a file that dialect detection reads. */
export const DIALECT_SAMPLE_BYTES = 64 * 1024;

/** Minimum share of records with as many cells as the header. */
const AGREEING_SHARE = 0.3;

/**
 * Detects the encoding as a reader of the whole file does; null for empty or binary data, and for UTF-8 with some
 * bytes of another encoding.
 */
export function detectEncoding(bytes: Buffer): Encoding | null {
  const sample = bytes.subarray(0, DIALECT_SAMPLE_BYTES);
  if (isBinary(sample)) return null;
  const isCut = sample.length === DIALECT_SAMPLE_BYTES;
  return shownEncoding(sample) ?? guessedEncoding(isCut ? untilSeparator(sample) : sample);
}

/** Whether bytes without a byte order mark are empty, or no text. */
function isBinary(sample: Buffer): boolean {
  return markedEncoding(sample) === null && (sample.length === 0 || sample.includes(0));
}

/**
 * The encoding that the first bytes of a file show by a byte order mark, or by being valid UTF-8, which those of
 * binary data count as; null: they are in another one.
 */
export function shownEncoding(bytes: Buffer): 'utf-8' | 'utf-8-sig' | 'utf-16' | null {
  const sample = bytes.subarray(0, DIALECT_SAMPLE_BYTES);
  const marked = markedEncoding(sample);
  if (marked !== null || isBinary(sample)) return marked ?? 'utf-8';
  return isUtf8Prefix(sample) ? 'utf-8' : null;
}

function markedEncoding(sample: Buffer): 'utf-8-sig' | 'utf-16' | null {
  const mark = sample.toString('latin1', 0, 3);
  if (mark === '\u00ef\u00bb\u00bf') return 'utf-8-sig';
  if (mark.startsWith('\u00ff\u00fe') || mark.startsWith('\u00fe\u00ff')) return 'utf-16';
  return null;
}

/** Accepts a full sample that ends inside a character of up to four bytes. */
function isUtf8Prefix(sample: Buffer): boolean {
  const slack = sample.length < DIALECT_SAMPLE_BYTES ? 0 : 3;
  for (let cut = 0; cut <= slack; cut++) {
    if (isUtf8(sample.subarray(0, sample.length - cut))) return true;
  }
  return false;
}

/** A first line such as `sep=;`, by which Excel names the delimiter of a CSV file, perhaps as a cell of a row. */
const DELIMITER_LINE = /^\ufeff?("?)sep=([,;\t|]|\\t)\1[,;\t|]*(?:\r\n?|\n|$)/i;

/** @returns the delimiter that the first line names; null when the first line is part of the table */
export function delimiterOfFirstLine(text: string): Delimiter | null {
  const named = DELIMITER_LINE.exec(text)?.[2]?.replace(/^\\t$/i, '\t');
  return DELIMITERS.find((delimiter) => delimiter === named) ?? null;
}

/** A delimiter that was found in a text. */
export interface FoundDelimiter {
  readonly delimiter: Delimiter;
  /** Another one that fits as well; null: none does. */
  readonly other: Delimiter | null;
}

/** @returns the delimiter of findDelimiter alone */
export function detectDelimiter(
  text: string,
  comment?: string,
  candidates?: readonly Delimiter[],
): Delimiter | null {
  return findDelimiter(text, comment, candidates)?.delimiter ?? null;
}

/**
 * Finds the delimiter that the first line names, else that with which most records have as many cells as the
 * header. Of several, the one whose cells are numbers with a decimal comma, else the one that gives more columns.
 * @returns null for one column
 */
export function findDelimiter(
  text: string,
  comment?: string,
  candidates: readonly Delimiter[] = DELIMITERS,
): FoundDelimiter | null {
  const named = delimiterOfFirstLine(text);
  if (named !== null) return { delimiter: named, other: null };
  const fitting = candidates
    .map((delimiter) => fitOf(delimiter, sampleRecords(text, delimiter, comment)))
    .filter(({ width, share }) => width > 1 && share > AGREEING_SHARE)
    .sort((one, other) => other.share - one.share || other.width - one.width);
  const tied = fitting.filter(({ share }) => share === fitting[0]?.share);
  const [best, next] = tied;
  if (best === undefined) return null;
  const decimal = tied.length < 2 ? undefined : tied.find((each) => hasCommaDecimals(each));
  return decimal === undefined
    ? { delimiter: best.delimiter, other: next?.delimiter ?? null }
    : { delimiter: decimal.delimiter, other: null };
}

/** How well a delimiter fits the records that it gives. */
interface DelimiterFit {
  readonly delimiter: Delimiter;
  readonly records: readonly (readonly string[])[];
  readonly width: number;
  /** The share of records with as many cells as the first one. */
  readonly share: number;
}

function fitOf(delimiter: Delimiter, records: readonly (readonly string[])[]): DelimiterFit {
  const width = records[0]?.length ?? 0;
  const agreeing = records.filter(({ length }) => length === width).length;
  return { delimiter, records, width, share: agreeing / records.length };
}

const NUMBER_OR_NONE = /^(?:[-+]?\d[\d.]*(?:,\d+)?)?$/;

/** Whether a column has only numbers below the first record, one of them with a decimal comma. */
function hasCommaDecimals({ records, width, delimiter }: DelimiterFit): boolean {
  if (delimiter === ',') return false;
  const rows = records.length < 2 ? records : records.slice(1);
  return Array.from({ length: width }, (_, place) => place).some((place) => {
    const cells = rows.map((record) => (record[place] ?? '').trim());
    return cells.every((cell) => NUMBER_OR_NONE.test(cell)) && cells.some(isCommaDecimal);
  });
}

/**
 * Detects a decimal comma: a comma between digits that is neither delimiter nor thousands separator. A point
 * before three digits may be either mark, so it proves nothing.
 */
export function detectDecimal(text: string, delimiter: string, comment?: string): ',' | null {
  if (delimiter === ',') return null;
  let commas = false;
  for (const record of sampleRecords(text, delimiter, comment).slice(1)) {
    for (const cell of record) {
      const text = cell.trim();
      if (/^[-+]?\d+\.\d+$/.test(text) && !POINT_OR_THOUSANDS.test(text)) return null;
      commas ||= isCommaDecimal(text);
    }
  }
  return commas ? ',' : null;
}

const POINT_OR_THOUSANDS = /^[-+]?[1-9]\d{0,2}\.\d{3}$/;

/** Whether a number has a decimal comma: one that cannot separate thousands. */
export function isCommaDecimal(cell: string): boolean {
  if (/^[-+]?\d{1,3}(\.\d{3})+,\d+$/.test(cell)) return true;
  return /^[-+]?\d*,\d+$/.test(cell) && !/^[-+]?[1-9]\d{0,2},\d{3}$/.test(cell);
}

/** Returns the complete records of a sample. */
export function sampleRecords(text: string, delimiter: string, comment?: string): string[][] {
  const reader = new DelimitedRecords(delimiter, comment);
  const records = reader.push(text);
  // The last record of a sample is complete only if its line has ended.
  if (/[\r\n]$/.test(text) || records.length < 2) records.push(...reader.end());
  return records;
}
