import type { Decimal } from '../../domain/parse-options.ts';

export interface Dialect {
  /** One ASCII character. */
  readonly delimiter: string;
  readonly decimal: Decimal;
}

export interface DelimitedScan {
  readonly rowCount: number;
  /** What the cells of each column look like, see EVIDENCE. */
  readonly evidence: readonly number[];
  /** False: blank lines, stray quotes or lone carriage returns, which a strict reader takes otherwise. */
  readonly regular: boolean;
  readonly short: ShortRows;
}

/** The rows that have fewer cells than the first record. */
export interface ShortRows {
  readonly count: number;
  /** The line in which the first of them ends; 0 without any. */
  readonly firstLine: number;
}

export interface ScanRequest {
  readonly path: string;
  readonly fileName: string;
  readonly dialect: Dialect;
  /** Number of columns of the first record, which is the header unless `hasHeader` says otherwise. */
  readonly width: number;
  /** Default: true. */
  readonly hasHeader?: boolean;
  /** Number of the first line, in the file that the user knows. Default: 1. */
  readonly firstLine?: number;
  /** The character that begins a line which is no record. */
  readonly comment?: string | undefined;
  /** Cells that are null, without white space around them. */
  readonly nullValues?: readonly string[] | undefined;
}
