import { withArticle } from './with-article.ts';
import { encodingMeant } from './encoding-spellings.ts';
import { UserError } from './errors.ts';
import type { FileFormat } from './file-format.ts';
import {
  appliesTo,
  isParseOptionName,
  PARSE_OPTION_NAMES,
  type ParseOptionName,
} from './parse-option-facts.ts';
import { markHint } from './parse-option-spellings.ts';
import { trimWhiteSpace } from './white-space.ts';
import {
  COMMENT_CHARACTER,
  DECIMALS,
  ENCODINGS,
  MAX_COLUMN_NAMES,
  MAX_NULL_VALUE_LENGTH,
  MAX_NULL_VALUES,
  MAX_RECORDS_LENGTH,
  MAX_SHEET_NAME_LENGTH,
  MAX_SKIPPED_ROWS,
  NAMED_DELIMITERS,
  NO_QUOTES,
  QUOTING_CHARACTER,
  ROW_LENGTHS,
  WHITESPACE,
  type Decimal,
  type Delimiter,
  type Encoding,
  type ParseOptions,
} from './parse-options.ts';

/** Validated parse options. Those that say what is the default are left out. */
export interface CheckedOptions {
  readonly delimiter?: Delimiter | typeof WHITESPACE;
  readonly encoding?: Encoding;
  readonly decimal?: Decimal;
  readonly sheet?: string;
  readonly records?: string;
  readonly null_values?: readonly string[];
  readonly skip_rows?: number;
  readonly has_header?: false;
  readonly column_names?: readonly string[];
  readonly rows?: 'widest';
  readonly comment?: string;
  readonly quote_char?: string;
  readonly escape_char?: string;
  readonly skip_initial_space?: true;
  readonly dates?: true;
}

type Checks = {
  readonly [Name in ParseOptionName]: (value: unknown) => CheckedOptions[Name] | undefined;
};

/** A file that is read with defaults only is stored without rewriting, so defaults are undefined. */
const CHECKS: Checks = {
  delimiter: (value) =>
    choice('delimiter', value === '\\t' ? '\t' : value, NAMED_DELIMITERS, delimiterHint),
  encoding: (value) => choice('encoding', lowerCase(value), ENCODINGS, encodingHint),
  decimal: (value) => choice('decimal', value, DECIMALS, (text) => markHint(text, DECIMALS)),
  sheet: checkSheet,
  records: checkRecords,
  null_values: checkNullValues,
  skip_rows: checkSkippedRows,
  has_header: (value) => (boolean('has_header', value) ? undefined : false),
  column_names: checkColumnNames,
  rows: (value) => (choice('rows', value, ROW_LENGTHS) === 'widest' ? 'widest' : undefined),
  comment: checkComment,
  quote_char: checkQuote,
  escape_char: checkEscape,
  skip_initial_space: (value) => (boolean('skip_initial_space', value) ? true : undefined),
  dates: (value) => (boolean('dates', value) ? true : undefined),
};

/**
 * Validates the value of one option, whichever reader it is given to. Undefined: it is the default.
 * @throws UserError with a sentence that names the option
 */
export function checkParseOption<Name extends ParseOptionName>(
  name: Name,
  value: unknown,
): CheckedOptions[Name] | undefined {
  return CHECKS[name](value);
}

/**
 * Validates parse options against the file format.
 * @throws UserError when an option does not apply to the format, or when its value is not allowed
 */
export function checkParseOptions(format: FileFormat, options: ParseOptions): CheckedOptions {
  for (const name of PARSE_OPTION_NAMES) {
    if (options[name] !== undefined && !appliesTo(name, format)) {
      throw new UserError(`The option ${name} does not apply to ${withArticle(format)} file.`);
    }
  }
  const checked: CheckedOptions = Object.fromEntries(
    Object.entries(options).flatMap(([name, value]): [string, unknown][] => {
      if (value === undefined || !isParseOptionName(name)) return [];
      const found = checkParseOption(name, value);
      return found === undefined ? [] : [[name, found]];
    }),
  );
  checkTogether(checked);
  return checked;
}

function checkTogether(checked: CheckedOptions): void {
  const { comment, quote_char: quote, escape_char: escape } = checked;
  const characters = [comment, quote, escape].filter((each) => each !== undefined);
  if (new Set(characters).size < characters.length) {
    throw new UserError('comment, quote_char and escape_char must be different characters.');
  }
}

function choice<T extends string>(
  name: string,
  value: unknown,
  allowed: readonly T[],
  hintOf: (value: string) => string = () => '',
): T {
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  const list = allowed.map((each) => (each === '\t' ? '"\\t"' : `"${each}"`)).join(', ');
  const text = String(value);
  throw new UserError(`The ${name} "${text}" is not one of ${list}.${hintOf(text)}`);
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.trim().toLowerCase() : value;
}

function delimiterHint(value: string): string {
  if (/^\s+$/.test(value)) return ` Blanks between cells are delimiter=${WHITESPACE}.`;
  return markHint(value, NAMED_DELIMITERS);
}

function encodingHint(value: string): string {
  const meant = encodingMeant(value);
  return meant === undefined ? ' Convert the file to utf-8 first.' : ` Did you mean "${meant}"?`;
}

function boolean(name: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw new UserError(`${name} is true or false.`);
}

function checkSheet(sheet: unknown): string {
  const name = typeof sheet === 'number' ? String(sheet) : sheet;
  if (typeof name === 'string' && name.length > 0 && name.length <= MAX_SHEET_NAME_LENGTH) {
    return name;
  }
  throw new UserError(`A sheet is named by 1 to ${MAX_SHEET_NAME_LENGTH} characters.`);
}

function checkRecords(records: unknown): string {
  const isPath = typeof records === 'string' && records.split('.').every((key) => key !== '');
  if (isPath && records.length <= MAX_RECORDS_LENGTH) return records;
  throw new UserError(
    'records has the keys that lead to a list of objects, with a point between two of them, such as response.items.',
  );
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}

function checkNullValues(values: unknown): readonly string[] | undefined {
  const given = isTexts(values) ? values : null;
  const texts = [...new Set(given?.map(trimWhiteSpace))].filter((text) => text !== '');
  const isTooLong = texts.some((text) => text.length > MAX_NULL_VALUE_LENGTH);
  if (given === null || texts.length > MAX_NULL_VALUES || isTooLong) {
    throw new UserError(
      `null_values takes at most ${MAX_NULL_VALUES} texts of at most ${MAX_NULL_VALUE_LENGTH} characters.`,
    );
  }
  return texts.length === 0 ? undefined : texts;
}

function checkColumnNames(names: unknown): readonly string[] {
  if (!isTexts(names) || names.length === 0 || names.length > MAX_COLUMN_NAMES) {
    throw new UserError(
      `column_names is a JSON list of 1 to ${MAX_COLUMN_NAMES} texts, such as ["id","name"].`,
    );
  }
  const repeated = names.find((name, place) => names.indexOf(name) !== place);
  if (names.some((name) => trimWhiteSpace(name) === '') || repeated !== undefined) {
    const why = repeated === undefined ? 'one is empty' : `"${repeated}" is there twice`;
    throw new UserError(`column_names needs a name of its own for each column: ${why}.`);
  }
  return names;
}

function checkSkippedRows(rows: unknown): number | undefined {
  if (rows === 0) return undefined;
  if (typeof rows === 'number' && Number.isInteger(rows) && rows > 0 && rows <= MAX_SKIPPED_ROWS) {
    return rows;
  }
  throw new UserError(`skip_rows is a whole number from 0 to ${MAX_SKIPPED_ROWS}.`);
}

function checkComment(comment: unknown): string {
  if (typeof comment === 'string' && COMMENT_CHARACTER.test(comment)) return comment;
  throw new UserError('comment is one character that begins no cell, such as "#" or "%".');
}

function checkQuote(quote: unknown): string | undefined {
  if (quote === '"') return undefined;
  if (typeof quote === 'string' && (quote === NO_QUOTES || QUOTING_CHARACTER.test(quote))) {
    return quote;
  }
  throw new UserError(`quote_char is one character, such as ', or ${NO_QUOTES}.`);
}

function checkEscape(escape: unknown): string {
  if (typeof escape === 'string' && QUOTING_CHARACTER.test(escape) && escape !== '"') return escape;
  throw new UserError('escape_char is one character that is no quote, such as \\.');
}
