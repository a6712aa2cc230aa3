import { encodingMeant } from './encoding-spellings.ts';
import { UserError } from './errors.ts';
import type { FileFormat } from './file-format.ts';
import { trimWhiteSpace } from './white-space.ts';
import {
  COMMENT_CHARACTER,
  DECIMALS,
  DELIMITERS,
  ENCODINGS,
  MAX_NULL_VALUE_LENGTH,
  MAX_NULL_VALUES,
  MAX_SHEET_NAME_LENGTH,
  MAX_SKIPPED_ROWS,
  PARSE_OPTIONS_BY_FORMAT,
  type Decimal,
  type Delimiter,
  type Encoding,
  type ParseOptions,
} from './parse-options.ts';

/** Validated parse options. */
export interface CheckedOptions {
  readonly delimiter?: Delimiter;
  readonly encoding?: Encoding;
  readonly decimal?: Decimal;
  readonly sheet?: string;
  readonly null_values?: readonly string[];
  readonly skip_rows?: number;
  readonly has_header?: false;
  readonly comment?: string;
  readonly dates?: true;
}

const OPTION_NAMES = [
  'delimiter',
  'encoding',
  'decimal',
  'sheet',
  'null_values',
  'skip_rows',
  'has_header',
  'comment',
  'dates',
] as const satisfies readonly (keyof ParseOptions)[];

/**
 * Validates parse options against the file format.
 * @throws UserError when an option does not apply to the format, or when its value is not allowed
 */
export function checkParseOptions(format: FileFormat, options: ParseOptions): CheckedOptions {
  for (const name of OPTION_NAMES) {
    if (options[name] !== undefined && !PARSE_OPTIONS_BY_FORMAT[format].includes(name)) {
      throw new UserError(`The option ${name} does not apply to a ${format} file.`);
    }
  }
  const delimiter = options.delimiter === '\\t' ? '\t' : options.delimiter;
  const checked = {
    delimiter: choice('delimiter', delimiter, DELIMITERS),
    encoding: choice('encoding', options.encoding, ENCODINGS, encodingHint),
    decimal: choice('decimal', options.decimal, DECIMALS),
    sheet: checkSheet(options.sheet),
    null_values: checkNullValues(options.null_values),
    skip_rows: checkSkippedRows(options.skip_rows),
    // Omit defaults: a file that is read with defaults only is stored without rewriting.
    has_header: options.has_header === false ? (false as const) : undefined,
    comment: checkComment(options.comment),
    dates: options.dates === true ? (true as const) : undefined,
  };
  if (checked.decimal === ',' && checked.delimiter === ',') {
    throw new UserError('A comma cannot be both the delimiter and the decimal mark.');
  }
  return withoutUndefined(checked);
}

type Optional<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(options: T): Optional<T> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Optional<T>;
}

function choice<T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
  hintOf: (value: string) => string = () => '',
): T | undefined {
  if (value === undefined) return undefined;
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  const list = allowed.map((each) => (each === '\t' ? '"\\t"' : `"${each}"`)).join(', ');
  throw new UserError(`The ${name} "${value}" is not one of ${list}.${hintOf(value)}`);
}

function encodingHint(value: string): string {
  const meant = encodingMeant(value);
  return meant === undefined ? ' Convert the file to utf-8 first.' : ` Did you mean "${meant}"?`;
}

function checkSheet(sheet: string | number | undefined): string | undefined {
  if (sheet === undefined) return undefined;
  const name = String(sheet);
  if (name.length > 0 && name.length <= MAX_SHEET_NAME_LENGTH) return name;
  throw new UserError(`A sheet is named by 1 to ${MAX_SHEET_NAME_LENGTH} characters.`);
}

function checkNullValues(values: readonly string[] | undefined): readonly string[] | undefined {
  const texts = [...new Set(values?.map(trimWhiteSpace))].filter((text) => text !== '');
  const isTooLong = texts.some((text) => text.length > MAX_NULL_VALUE_LENGTH);
  if (texts.length > MAX_NULL_VALUES || isTooLong) {
    throw new UserError(
      `null_values takes at most ${MAX_NULL_VALUES} texts of at most ${MAX_NULL_VALUE_LENGTH} characters.`,
    );
  }
  return texts.length === 0 ? undefined : texts;
}

function checkSkippedRows(rows: number | undefined): number | undefined {
  if (rows === undefined || rows === 0) return undefined;
  if (Number.isInteger(rows) && rows > 0 && rows <= MAX_SKIPPED_ROWS) return rows;
  throw new UserError(`skip_rows is a whole number from 0 to ${MAX_SKIPPED_ROWS}.`);
}

function checkComment(comment: string | undefined): string | undefined {
  if (comment === undefined || COMMENT_CHARACTER.test(comment)) return comment;
  throw new UserError('comment is one character that begins no cell, such as "#" or "%".');
}
