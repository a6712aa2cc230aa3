import type { FileFormat } from './file-format.ts';

/** How a file is to be read, or was; what is absent is detected, or was as by default. */
export interface ParseOptions {
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly decimal?: string;
  readonly sheet?: string | number;
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

/** The options that a file of each format takes. */
export const PARSE_OPTIONS_OF: Readonly<Record<FileFormat, readonly (keyof ParseOptions)[]>> = {
  csv: ['delimiter', 'encoding', 'decimal'],
  tsv: ['encoding', 'decimal'],
  excel: ['sheet'],
  parquet: [],
  json: [],
  jsonl: [],
  text: [],
};
