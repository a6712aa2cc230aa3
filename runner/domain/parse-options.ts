/** How to parse a file, or how it was parsed. Absent options are detected or have their default. */
export interface ParseOptions {
  readonly delimiter?: string;
  readonly encoding?: string;
  readonly decimal?: string;
  readonly sheet?: string | number;
  /** The keys, with points between them, that lead to the list of records in a JSON object. */
  readonly records?: string;
  /** Texts that stand for null, in addition to the empty text. */
  readonly null_values?: readonly string[];
  /** The number of lines to skip before the header or the first row. */
  readonly skip_rows?: number;
  /** False: the first line is data; columns are `column_1`, `column_2`, … */
  readonly has_header?: boolean;
  /** The names of all columns, in the place of those of the file. */
  readonly column_names?: readonly string[];
  /** `widest`: the longest row determines the number of columns, and the cells that others lack are null. */
  readonly rows?: string;
  /** The character around cells, or `none`. */
  readonly quote_char?: string;
  /** The character after it belongs to the cell, whatever it is. */
  readonly escape_char?: string;
  /** True: blanks at the start of a cell, which a quote may follow, do not belong to it. */
  readonly skip_initial_space?: boolean;
  /** Lines that begin with this character are skipped. */
  readonly comment?: string;
  /** True: text columns that have only ISO 8601 dates become datetimes. */
  readonly dates?: boolean;
}

/** Cell separators of delimited files. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** The delimiter that stands for one or more blanks or tabs. It is never detected. */
export const WHITESPACE = 'whitespace';
/** What can be named as the delimiter. */
export const NAMED_DELIMITERS = [...DELIMITERS, WHITESPACE] as const;

/** How the lengths of rows are taken. */
export const ROW_LENGTHS = ['strict', 'widest'] as const;

/** The `quote_char` that stands for none. */
export const NO_QUOTES = 'none';

/** Encodings of text files. */
export const ENCODINGS = [
  'utf-8',
  'utf-8-sig',
  'latin-1',
  'cp1252',
  'utf-16',
  'utf-16-le',
  'utf-16-be',
  'cp1250',
  'cp1251',
  'cp1253',
  'cp1254',
  'cp1257',
  'iso-8859-2',
  'iso-8859-15',
  'koi8-r',
  'mac-roman',
  'cp850',
  'cp866',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
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
/** Matches a character that can be put around cells or before a character of a cell. */
export const QUOTING_CHARACTER = /^[!"#$%&'*/:<=>?@\\^_`~]$/;
/** The maximum number of `column_names`. */
export const MAX_COLUMN_NAMES = 5_000;
/** The maximum length of `records`, in UTF-16 units. */
export const MAX_RECORDS_LENGTH = 1_000;
