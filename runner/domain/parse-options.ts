import type { FileFormat } from './file-format.ts';

/** How a file is to be read, or was; what is absent is detected, or was as by default. */
export interface ParseOptions {
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly decimal?: string;
  readonly sheet?: string | number;
  /** Texts that stand for null, besides the empty one. */
  readonly null_values?: readonly string[];
  /** Lines above the header, or above the first row, that are left out. */
  readonly skip_rows?: number;
  /** False: the first line is a row already; columns are `column_1`, `column_2`, … */
  readonly has_header?: boolean;
  /** Lines that begin with this character are left out. */
  readonly comment?: string;
  /** Text columns whose every value is an ISO 8601 date become datetimes. */
  readonly dates?: boolean;
}

/** What may stand between the cells of a delimited file. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Encodings a text file can be in. */
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

/** Marks before the fraction of a number. */
export const DECIMALS = ['.', ','] as const;
export type Decimal = (typeof DECIMALS)[number];

/** The longest name of a sheet, in UTF-16 units. */
export const MAX_SHEET_NAME = 128;

/** Lines that can be left out above a table. */
export const MAX_SKIPPED_ROWS = 100_000;
/** Texts for null, and the characters of each. */
export const MAX_NULL_VALUES = 100;
export const MAX_NULL_VALUE_LENGTH = 100;
/** A character that begins a comment: punctuation that begins no cell and ends none. */
export const COMMENT_CHARACTER = /^[!#$%&'*/:<=>?@\\^_`~]$/;

const TABLE_OPTIONS = ['null_values', 'skip_rows', 'has_header'] as const;
const TEXT_TABLE_OPTIONS = ['encoding', 'decimal', ...TABLE_OPTIONS, 'comment', 'dates'] as const;

/** The options that a file of each format takes. */
export const PARSE_OPTIONS_OF: Readonly<Record<FileFormat, readonly (keyof ParseOptions)[]>> = {
  csv: ['delimiter', ...TEXT_TABLE_OPTIONS],
  tsv: TEXT_TABLE_OPTIONS,
  excel: ['sheet', ...TABLE_OPTIONS],
  parquet: [],
  json: ['dates'],
  jsonl: ['dates'],
  text: [],
};
