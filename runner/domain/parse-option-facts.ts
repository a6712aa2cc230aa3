import { FILE_FORMATS, type FileFormat } from './file-format.ts';
import {
  DECIMALS,
  ENCODINGS,
  MAX_SKIPPED_ROWS,
  NAMED_DELIMITERS,
  ROW_LENGTHS,
  type ParseOptions,
} from './parse-options.ts';

/** The name of a parse option: in forms, queries, configs and documents. */
export type ParseOptionName = keyof ParseOptions;

/** The form of the value of an option. In a form or on a command line it is a text. */
export type ParseOptionForm =
  | { readonly kind: 'choice'; readonly choices: readonly string[] }
  | { readonly kind: 'text' }
  /** A text has commas between them. */
  | { readonly kind: 'texts' }
  /** A text is a JSON list, since names may have commas. */
  | { readonly kind: 'names' }
  | { readonly kind: 'integer'; readonly max: number }
  | { readonly kind: 'boolean' };

/** What users see of an option, whichever reader it is given to. */
export interface ParseOptionFacts {
  readonly label: string;
  readonly formats: readonly FileFormat[];
  readonly form: ParseOptionForm;
  /** A sentence on what it does, with its default. */
  readonly help: string;
}

const TEXT_TABLES = ['csv', 'tsv'] as const;
const TABLES = [...TEXT_TABLES, 'excel'] as const;

/** The options of all readers of files, in the order in which they are shown. */
export const PARSE_OPTIONS: Readonly<Record<ParseOptionName, ParseOptionFacts>> = {
  delimiter: {
    label: 'Delimiter',
    formats: ['csv'],
    form: { kind: 'choice', choices: NAMED_DELIMITERS },
    help: 'What separates the cells: , ; \\t | or whitespace, which is one or more blanks or tabs. Default: it is detected in the first 64 KB.',
  },
  encoding: {
    label: 'Encoding',
    formats: TEXT_TABLES,
    form: { kind: 'choice', choices: ENCODINGS },
    help: 'The encoding of the text, such as utf-8, cp1252 or utf-16. Default: it is detected in the first 64 KB.',
  },
  decimal: {
    label: 'Decimal mark',
    formats: TEXT_TABLES,
    form: { kind: 'choice', choices: DECIMALS },
    help: 'The mark before the fraction of a number, . or ,. Default: it is detected in the first 64 KB.',
  },
  sheet: {
    label: 'Sheet',
    formats: ['excel'],
    form: { kind: 'text' },
    help: 'The name or the 0-based number of a sheet. Default: the first visible one with cells.',
  },
  records: {
    label: 'Records',
    formats: ['json'],
    form: { kind: 'text' },
    help: 'The keys that lead to the list of records in an object, with points between them, such as response.items. Default: the file is the list.',
  },
  null_values: {
    label: 'Null values',
    formats: TABLES,
    form: { kind: 'texts' },
    help: 'Texts that stand for null besides the empty one, with commas between them, such as NA,n/a,-.',
  },
  skip_rows: {
    label: 'Skip rows',
    formats: TABLES,
    form: { kind: 'integer', max: MAX_SKIPPED_ROWS },
    help: 'How many lines above the header are left out. Default: 0.',
  },
  has_header: {
    label: 'Header',
    formats: TABLES,
    form: { kind: 'boolean' },
    help: 'False when the first line is a row already: the columns are column_1, column_2, … then. Default: true.',
  },
  column_names: {
    label: 'Column names',
    formats: TABLES,
    form: { kind: 'names' },
    help: 'The names of all columns as a JSON list, in the place of those of the header, such as ["id","name"].',
  },
  rows: {
    label: 'Rows',
    formats: TEXT_TABLES,
    form: { kind: 'choice', choices: ROW_LENGTHS },
    help: 'widest: the longest row determines the number of columns, and the last cells of a row are optional. Default: strict, no row has more cells than the first one.',
  },
  comment: {
    label: 'Comment',
    formats: TEXT_TABLES,
    form: { kind: 'text' },
    help: 'Lines that begin with this character are left out, such as #.',
  },
  quote_char: {
    label: 'Quote character',
    formats: TEXT_TABLES,
    form: { kind: 'text' },
    help: 'The character around cells that contain the delimiter, or none. Default: ".',
  },
  escape_char: {
    label: 'Escape character',
    formats: TEXT_TABLES,
    form: { kind: 'text' },
    help: 'The character after it belongs to the cell, also a quote or the delimiter, such as \\. A cell \\N alone stays as it is. Default: a quote within quotes is doubled.',
  },
  skip_initial_space: {
    label: 'Skip initial space',
    formats: TEXT_TABLES,
    form: { kind: 'boolean' },
    help: 'True: blanks between a delimiter and a cell, or its quote, do not belong to the cell. Default: false.',
  },
  dates: {
    label: 'Dates',
    formats: [...TEXT_TABLES, 'json', 'jsonl'],
    form: { kind: 'boolean' },
    help: 'True: text columns whose every value is an ISO 8601 date become datetimes, in UTC. Default: false, they stay text.',
  },
};

const NAMES: readonly string[] = Object.keys(PARSE_OPTIONS);

/** Whether a text is the name of a parse option. */
export function isParseOptionName(name: string): name is ParseOptionName {
  return NAMES.includes(name);
}

/** The names of all parse options, in the order in which they are shown. */
export const PARSE_OPTION_NAMES: readonly ParseOptionName[] = NAMES.filter(isParseOptionName);

/** Whether an option applies to files of a format. */
export function appliesTo(name: ParseOptionName, format: FileFormat): boolean {
  return PARSE_OPTIONS[name].formats.includes(format);
}

/** The help of an option, after the formats that it applies to. @param known the formats that a reader has */
export function helpWithFormats(
  name: ParseOptionName,
  known: readonly FileFormat[] = FILE_FORMATS,
): string {
  const { formats, help } = PARSE_OPTIONS[name];
  return `${formats.filter((format) => known.includes(format)).join(', ')}: ${help}`;
}
