import type { FileFormat } from './file-format.ts';

/** How to parse a file, or how it was parsed. Absent options are detected or have their default. */
export interface ParseOptions {
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly decimal?: string;
  readonly sheet?: string | number;
  /** Texts that stand for null, in addition to the empty text. */
  readonly null_values?: readonly string[];
  /** The number of lines to skip before the header or the first row. */
  readonly skip_rows?: number;
  /** False: the first line is data; columns are `column_1`, `column_2`, … */
  readonly has_header?: boolean;
  /** Lines that begin with this character are skipped. */
  readonly comment?: string;
  /** True: text columns that have only ISO 8601 dates become datetimes. */
  readonly dates?: boolean;
}

/** Cell separators of delimited files. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Encodings of text files. */
export const ENCODINGS = [
  'utf-8',
  'utf-8-sig',
  'latin-1',
  'cp1252',
  'utf-16',
  'utf-16-le',
  'utf-16-be',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Decimal marks. */
export const DECIMALS = ['.', ','] as const;
export type Decimal = (typeof DECIMALS)[number];

/** The maximum length of a sheet name, in UTF-16 units. */
export const MAX_SHEET_NAME_LENGTH = 128;

/** The maximum of `skip_rows`. */
export const MAX_SKIPPED_ROWS = 100_000;
/** The maximum number of `null_values`. */
export const MAX_NULL_VALUES = 100;
/** The maximum length of one of the `null_values`, in UTF-16 units. */
export const MAX_NULL_VALUE_LENGTH = 100;
/** Matches a valid comment character: punctuation that neither begins nor ends a cell. */
export const COMMENT_CHARACTER = /^[!#$%&'*/:<=>?@\\^_`~]$/;

const TABLE_OPTIONS = ['null_values', 'skip_rows', 'has_header'] as const;
const TEXT_TABLE_OPTIONS = ['encoding', 'decimal', ...TABLE_OPTIONS, 'comment', 'dates'] as const;

/** The options that apply to each format. */
export const PARSE_OPTIONS_BY_FORMAT: Readonly<
  Record<FileFormat, readonly (keyof ParseOptions)[]>
> = {
  csv: ['delimiter', ...TEXT_TABLE_OPTIONS],
  tsv: TEXT_TABLE_OPTIONS,
  excel: ['sheet', ...TABLE_OPTIONS],
  parquet: [],
  json: ['dates'],
  jsonl: ['dates'],
  text: [],
};
