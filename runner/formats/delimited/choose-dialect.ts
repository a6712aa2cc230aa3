import {
  DELIMITERS,
  WHITESPACE,
  type Encoding,
  type ParseOptions,
} from '../../domain/parse-options.ts';
import type { FileWarning } from '../../domain/file-warning.ts';
import { UserError } from '../../domain/errors.ts';
import { readHead } from '../text/file-chunks.ts';
import type { FormatRequest } from '../ingest-request.ts';
import {
  delimiterOfFirstLine,
  detectDecimal,
  detectDelimiter,
  findDelimiter,
  DIALECT_SAMPLE_BYTES,
} from './dialect.ts';
import { delimiterOption, shownDelimiter } from './title-lines.ts';
import { needsRewriting, otherRules } from './other-rules.ts';
import { rewriteOther } from './rewrite-other.ts';
import type { Dialect } from './scan-request.ts';

/** A line that names the delimiter is shorter. */
const FIRST_LINE_BYTES = 64;

/** Skips a first line that names the delimiter. A delimiter of the user stands; so do skipped lines. */
export async function withNamedDelimiter(
  request: FormatRequest,
  utf8Path: string,
): Promise<FormatRequest> {
  const { format, options } = request;
  if (options.skip_rows !== undefined) return request;
  const named = delimiterOfFirstLine((await readHead(utf8Path, FIRST_LINE_BYTES)).toString('utf8'));
  if (named === null) return request;
  if (format === 'csv')
    return { ...request, options: { delimiter: named, ...options, skip_rows: 1 } };
  return named === '\t' ? { ...request, options: { ...options, skip_rows: 1 } } : request;
}

/** Text whose cells are separated and quoted by RFC 4180, and what separates them. */
export interface RegularText {
  readonly path: string;
  readonly dialect: Dialect;
  /** The options by which this text is read. */
  readonly options: FormatRequest['options'];
  /** First character of comment lines, if the text still has them. */
  readonly comment: string | undefined;
  /** What the choice of the delimiter leaves open. */
  readonly warnings: readonly FileWarning[];
}

/**
 * Returns text that the scanner reads: the given one, or a copy if its options need another splitting.
 * @param target path of the copy
 * @throws UserError when the delimiter is the decimal mark, or for a quote that is never closed
 */
export async function regularText(
  request: FormatRequest,
  path: string,
  target: string,
): Promise<RegularText> {
  const { options, fileName } = request;
  if (!needsRewriting(options)) {
    const dialect = await chooseDialect(request, path);
    const warnings = delimiterWarnings(request, await readHeadText(path));
    return { path, dialect, options, comment: options.comment, warnings };
  }
  const delimiter = await delimiterOfCopy(request, path);
  const rewriting = {
    fileName,
    rules: otherRules(options, delimiter),
    delimiter,
    padsRows: options.rows === 'widest',
    minWidth: options.column_names?.length ?? 0,
    firstLine: (options.skip_rows ?? 0) + 1,
  };
  const ends = await rewriteOther(path, rewriting, target);
  const regular = {
    ...options,
    ...(request.format === 'csv' ? { delimiter: asNamed(delimiter) } : {}),
  };
  const dialect = await chooseDialect({ ...request, options: regular }, target);
  const warnings = [...delimiterWarnings(request, await readHeadText(path)), ...ends.warnings()];
  return { path: target, dialect, options: regular, comment: undefined, warnings };
}

async function delimiterOfCopy(request: FormatRequest, path: string): Promise<string> {
  if (request.format === 'tsv' || request.options.delimiter === WHITESPACE) return '\t';
  return chooseDelimiter(request, await readHeadText(path));
}

function asNamed(delimiter: string): (typeof DELIMITERS)[number] {
  return DELIMITERS.find((each) => each === delimiter) ?? ',';
}

/** The first bytes of a UTF-8 file as text. */
export async function readHeadText(utf8Path: string): Promise<string> {
  return (await readHead(utf8Path, DIALECT_SAMPLE_BYTES)).toString('utf8');
}

/** The delimiters that the file can have. */
export function delimitersOf({ format, options: { delimiter } }: FormatRequest): readonly string[] {
  if (format === 'tsv') return ['\t'];
  return delimiter === undefined ? DELIMITERS : [delimiter];
}

async function chooseDialect(request: FormatRequest, utf8Path: string): Promise<Dialect> {
  const text = await readHeadText(utf8Path);
  const delimiter = request.format === 'tsv' ? '\t' : chooseDelimiter(request, text);
  const { decimal, comment } = request.options;
  return { delimiter, decimal: decimal ?? detectDecimal(text, delimiter, comment) ?? '.' };
}

/**
 * The delimiter that was given, or else the one that the text shows, or else the usual one.
 * @param text the first bytes of the table
 * @throws UserError when commas separate the cells of a file with decimal commas
 */
export function chooseDelimiter(
  { fileName, options }: Pick<FormatRequest, 'fileName' | 'options'>,
  text: string,
): string {
  const { delimiter, comment, decimal } = options;
  if (delimiter !== undefined) return delimiter;
  const detected = detectDelimiter(text, comment);
  if (decimal !== ',' || detected !== ',') return detected ?? (decimal === ',' ? ';' : ',');
  const other = detectDelimiter(text, comment, DELIMITERS_BESIDE_DECIMAL_COMMA);
  if (other !== null) return other;
  throw new UserError(
    `Commas separate the cells of ${fileName}, so that decimal=, cannot be read: separate them by ; in the file, or write numbers with a decimal point. If such numbers are in quotes, read the file with delimiter=, too; if the file has one column, with delimiter=;.`,
  );
}

/** Warns of a delimiter beside which another one fits as well. @param text the first bytes of the table */
function delimiterWarnings({ format, options }: FormatRequest, text: string): FileWarning[] {
  if (format === 'tsv' || options.delimiter !== undefined) return [];
  const candidates = options.decimal === ',' ? DELIMITERS_BESIDE_DECIMAL_COMMA : DELIMITERS;
  const found = findDelimiter(text, options.comment, candidates);
  if (found?.other == null) return [];
  const { delimiter, other } = found;
  const message = `The cells of the file can be separated by ${shownDelimiter(delimiter)} or by ${shownDelimiter(other)}, and were separated by ${shownDelimiter(delimiter)}, which gives more columns: if that is wrong, read the file with ${delimiterOption(other)}.`;
  return [{ code: 'guessed_delimiter', column: null, message }];
}

const DELIMITERS_BESIDE_DECIMAL_COMMA = DELIMITERS.filter((delimiter) => delimiter !== ',');

/** The options that a file was read with; null: all are the default. */
export function dialectUsed(
  request: FormatRequest,
  encoding: Encoding,
  dialect: Dialect,
): ParseOptions | null {
  const usual = request.format === 'tsv' ? '\t' : ',';
  const isDefault = encoding === 'utf-8' && dialect.delimiter === usual && dialect.decimal === '.';
  const { delimiter = dialect.delimiter } = request.options;
  const used = { ...request.options, encoding, ...dialect, delimiter };
  return isDefault && !hasTableOptions(request.options) ? null : used;
}

const DIALECT_OPTIONS: readonly string[] = ['encoding', 'delimiter', 'decimal'];

/** Reports whether options other than the dialect were given. */
function hasTableOptions(options: FormatRequest['options']): boolean {
  return Object.keys(options).some((name) => !DIALECT_OPTIONS.includes(name));
}
