import type { FileIrregularity } from '../../domain/file-irregularity.ts';
import type { LineEnds } from '../text/line-ends.ts';
import type { Decimal } from '../../domain/parse-options.ts';

/** Delimiter and decimal mark of a file. */
export interface Dialect {
  /** One ASCII character. */
  readonly delimiter: string;
  readonly decimal: Decimal;
}

/** The result of a scan. */
export interface DelimitedScan {
  readonly rowCount: number;
  /** Evidence bits of each column, see EVIDENCE. */
  readonly evidence: readonly number[];
  /** What a strict reader would reject or read differently; empty for regular text. */
  readonly irregularities: readonly FileIrregularity[];
  readonly short: ShortRows;
  readonly blank: SkippedLines;
  readonly quotes: MisplacedQuotes;
  /** The lines that begin with a byte order mark, but for the one of the file. */
  readonly marks: { readonly count: number; readonly firstLine: number };
  /** How the lines end. */
  readonly ends: LineEnds;
  /** By column: a decimal that a float rounds, with a decimal point; undefined: none was found. */
  readonly rounded: readonly (string | undefined)[];
}

/** The first lines with quotes that RFC 4180 does not know; 0: there is none. */
export interface MisplacedQuotes {
  /** Behind a backslash. */
  readonly escaped: number;
  /** Behind the blanks that a cell begins with. */
  readonly spaced: number;
  readonly within: number;
}

/** Blank lines between rows. */
export interface SkippedLines {
  readonly count: number;
  /** The first of them; 0 if there is none. */
  readonly firstLine: number;
}

/** Rows with fewer cells than the first record. */
export interface ShortRows {
  readonly count: number;
  /** Line in which the first of them ends; 0 if there is none. */
  readonly firstLine: number;
}

/** A UTF-8 file to scan. */
export interface ScanRequest {
  readonly path: string;
  readonly fileName: string;
  readonly dialect: Dialect;
  /** Number of columns of the first record. */
  readonly width: number;
  /** Default: true. */
  readonly hasHeader?: boolean;
  /** Number of the first line in the user's file. Default: 1. */
  readonly firstLine?: number;
  /** First character of comment lines. */
  readonly comment?: string | undefined;
  /** Texts of null cells, without surrounding white space. */
  readonly nullValues?: readonly string[] | undefined;
}
