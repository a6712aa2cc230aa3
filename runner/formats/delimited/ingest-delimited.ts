import { rm } from 'node:fs/promises';
import { DELIMITERS, type Encoding, type ParseOptions } from '../../domain/parse-options.ts';
import type { FileWarning } from '../../domain/file-warning.ts';
import { UserError } from '../../domain/errors.ts';
import { EVIDENCE, typeOfEvidence } from '../column-evidence.ts';
import {
  delimitedToParquet,
  type DelimitedColumn,
  type DelimitedTable,
} from './delimited-to-parquet.ts';
import { scanDelimited } from './delimited-scan.ts';
import type { DelimitedScan, Dialect, ScanRequest } from './scan-request.ts';
import {
  delimiterOfFirstLine,
  detectDecimal,
  detectDelimiter,
  detectEncoding,
  DIALECT_SAMPLE_BYTES,
  sampleRecords,
} from './dialect.ts';
import { readHead } from '../text/file-chunks.ts';
import { irregularitiesOfColumns } from './column-irregularities.ts';
import { headerNames } from '../header-names.ts';
import {
  HTML_WARNING,
  isHtml,
  headerWarnings,
  shortRowsWarnings,
  thousandsWarnings,
} from '../upload-warnings.ts';
import type { FormatResult, FormatRequest } from '../ingest-request.ts';
import { InvalidUtf8Error } from '../text/invalid-utf8.ts';
import { normaliseDelimited, readHeader, type DelimitedText } from './normalise-delimited.ts';
import { LongRowError } from './scan-errors.ts';
import { hasSpacesBetweenCells } from './spaces-between-cells.ts';
import { commentHeaderHint, findTitleLines, titleLinesHint } from './title-lines.ts';
import { skipLines } from '../text/skip-lines.ts';
import { isUtf8Encoding, singleByteEncoding, transcodeToUtf8 } from '../text/transcode.ts';

/** A line that names the delimiter is shorter. */
const FIRST_LINE_BYTES = 64;

/** Maximum number of columns. Each costs several milliseconds, so many more would take minutes. */
const MAX_COLUMNS = 5_000;

/**
 * Ingests CSV and TSV. All cells of a column determine its type.
 * @throws UserError with the line of an invalid row
 */
export async function ingestDelimited(request: FormatRequest): Promise<FormatResult> {
  const scratch = {
    text: `${request.dataPath}.utf8`,
    table: `${request.dataPath}.table`,
    regular: `${request.dataPath}.regular`,
  };
  try {
    const sample = await readHead(request.path, DIALECT_SAMPLE_BYTES);
    const encoding = request.options.encoding ?? detectEncoding(sample) ?? 'utf-8';
    try {
      return await ingestEncoded(request, encoding, scratch);
    } catch (error) {
      if (error instanceof UserError && isHtml(sample.toString('latin1'))) {
        throw new UserError(`${error.message} ${HTML_WARNING.message}`, { cause: error });
      }
      // Only the sample was valid UTF-8.
      if (!(error instanceof InvalidUtf8Error) || request.options.encoding !== undefined)
        throw error;
      return await ingestEncoded(request, await singleByteEncoding(request.path), scratch);
    }
  } finally {
    await Promise.all(Object.values(scratch).map((path) => rm(path, { force: true })));
  }
}

interface Scratch {
  readonly text: string;
  /** Copy without the skipped lines above the table. */
  readonly table: string;
  readonly regular: string;
}

async function ingestEncoded(
  given: FormatRequest,
  encoding: Encoding,
  scratch: Scratch,
): Promise<FormatResult> {
  const text = isUtf8Encoding(encoding) ? given.path : scratch.text;
  if (!isUtf8Encoding(encoding)) await transcodeToUtf8(given, encoding, text);
  const request = await withNamedDelimiter(given, text);
  const { fileName, options } = request;
  const { skip_rows: skipped = 0, comment, null_values: nullValues } = options;
  const path = skipped === 0 ? text : scratch.table;
  if (skipped > 0) await skipLines(text, skipped, path);
  const dialect = await chooseDialect(request, path);
  const table = { ...dialect, comment, nullValues, hasHeader: options.has_header ?? true };
  const first = await readFirstRecord(request, path, table);
  const firstLine = skipped + 1;
  const titleHint = async (): Promise<string | null> => {
    const titles = findTitleLines(await readHeadText(path), delimitersOf(request), comment);
    return titles && titleLinesHint(titles, skipped);
  };
  const scan = await scanWithHint(
    { path, fileName, width: first.length, firstLine, dialect, ...table },
    titleHint,
  );
  const isRegular = scan.irregularities.length === 0;
  if (!isRegular) await normaliseDelimited(path, table, scratch.regular);
  const header = headerOf(first, table);
  await delimitedToParquet(
    request.pl,
    { path: isRegular ? path : scratch.regular, ...table, columns: buildColumns(header, scan) },
    request.dataPath,
  );
  return {
    rowCount: scan.rowCount,
    parseOptions: dialectUsed(request, encoding, dialect),
    irregularities: [...scan.irregularities, ...irregularitiesOfColumns(header, scan)],
    warnings: [
      ...(await firstLineWarnings(request, path, { first, titleHint })),
      ...shortRowsWarnings(scan.short, table.hasHeader),
      ...headerWarnings(table.hasHeader ? header : null, headerNames(header)),
      ...(await collectWarnings(path, table, buildColumns(header, scan))),
    ],
  };
}

/** The names of the columns as written in the file; empty ones without a header. */
function headerOf(
  first: readonly string[],
  { hasHeader }: Pick<DelimitedTable, 'hasHeader'>,
): readonly string[] {
  return hasHeader ? first : first.map(() => '');
}

/** Skips a first line that names the delimiter. A delimiter of the user stands; so do skipped lines. */
async function withNamedDelimiter(
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

async function collectWarnings(
  path: string,
  {
    delimiter,
    decimal,
    comment,
    hasHeader,
  }: DelimitedText & Pick<DelimitedTable, 'decimal' | 'hasHeader'>,
  schema: readonly DelimitedColumn[],
): Promise<FileWarning[]> {
  const text = await readHeadText(path);
  const records = sampleRecords(text, delimiter, comment).slice(hasHeader === false ? 0 : 1);
  return [
    ...(isHtml(text) ? [HTML_WARNING] : []),
    ...thousandsWarnings(schema, records, { delimiter, decimal }),
  ];
}

async function readHeadText(utf8Path: string): Promise<string> {
  return (await readHead(utf8Path, DIALECT_SAMPLE_BYTES)).toString('utf8');
}

/** The delimiters that the file can have. */
function delimitersOf({ format, options: { delimiter } }: FormatRequest): readonly string[] {
  if (format === 'tsv') return ['\t'];
  return delimiter === undefined ? DELIMITERS : [delimiter];
}

/** A row may be too long because the first record is a title. @throws UserError as scanDelimited */
async function scanWithHint(
  request: ScanRequest,
  titleHint: () => Promise<string | null>,
): Promise<DelimitedScan> {
  try {
    return await scanDelimited(request);
  } catch (error) {
    const hint = error instanceof LongRowError ? await titleHint() : null;
    if (!(error instanceof LongRowError) || hint === null) throw error;
    throw new LongRowError(`${error.message} ${hint}`, { cause: error });
  }
}

/** Warns of a header that is a comment, and of one column that could be a table. */
async function firstLineWarnings(
  { options }: FormatRequest,
  path: string,
  {
    first,
    titleHint,
  }: { readonly first: readonly string[]; readonly titleHint: () => Promise<string | null> },
): Promise<FileWarning[]> {
  const { has_header: hasHeader = true, skip_rows: skipped = 0 } = options;
  const warn = (message: string): FileWarning[] => [{ code: 'title_lines', column: null, message }];
  const isColumn = first.length === 1;
  const title = isColumn ? await titleHint() : null;
  if (title !== null) return warn(`The file was read as one column. ${title}`);
  if (!hasHeader) return [];
  const text = await readHeadText(path);
  const comment = options.comment === undefined ? commentHeaderHint(text, skipped) : null;
  if (comment !== null) return warn(comment);
  if (!isColumn || !hasSpacesBetweenCells(text)) return [];
  const message =
    'The file was read as one column. If spaces separate its cells, replace them by commas or tabs before the upload.';
  return [{ code: 'spaces_between_cells', column: null, message }];
}

/** @throws UserError when the file has no record, or too many columns */
async function readFirstRecord(
  { fileName, options }: FormatRequest,
  path: string,
  text: DelimitedText,
): Promise<string[]> {
  const record = await readHeader(path, text);
  if (record === undefined) {
    const skipped =
      options.skip_rows === undefined ? '' : ` after the ${options.skip_rows} skipped`;
    throw new UserError(
      `${fileName} is empty: its first line${skipped} must ${options.has_header === false ? 'be a row' : 'name the columns'}.`,
    );
  }
  if (record.length > MAX_COLUMNS) {
    throw new UserError(
      `${fileName} has ${record.length} columns in its first line; at most ${MAX_COLUMNS} can be read. Is the delimiter right, and are there line breaks?`,
    );
  }
  return record;
}

async function chooseDialect(request: FormatRequest, utf8Path: string): Promise<Dialect> {
  const text = await readHeadText(utf8Path);
  const delimiter = request.format === 'tsv' ? '\t' : chooseDelimiter(request, text);
  const { decimal, comment } = request.options;
  return { delimiter, decimal: decimal ?? detectDecimal(text, delimiter, comment) ?? '.' };
}

/** @throws UserError when commas separate the cells of a file with decimal commas */
function chooseDelimiter({ fileName, options }: FormatRequest, text: string): string {
  const { delimiter, comment, decimal } = options;
  if (delimiter !== undefined) return delimiter;
  const detected = detectDelimiter(text, comment);
  if (decimal !== ',' || detected !== ',') return detected ?? (decimal === ',' ? ';' : ',');
  const other = detectDelimiter(text, comment, DELIMITERS_BESIDE_DECIMAL_COMMA);
  if (other !== null) return other;
  throw new UserError(
    `Commas separate the cells of ${fileName}, so that decimal=, cannot be read: separate them by ; before the upload, or write numbers with a decimal point. If the file has one column, upload with delimiter=; too.`,
  );
}

const DELIMITERS_BESIDE_DECIMAL_COMMA = DELIMITERS.filter((delimiter) => delimiter !== ',');

function buildColumns(header: readonly string[], scan: DelimitedScan): DelimitedColumn[] {
  return headerNames(header).map((name, index) => {
    const evidence = scan.evidence[index] ?? 0;
    const type = typeOfEvidence(evidence);
    return {
      name,
      type,
      padded: type !== 'string' && (evidence & (EVIDENCE.padded | EVIDENCE.blank)) !== 0,
      emptyIsNull: (evidence & EVIDENCE.quotedEmpty) !== 0,
      noNan: (evidence & EVIDENCE.special) === 0,
    };
  });
}

function dialectUsed(
  request: FormatRequest,
  encoding: Encoding,
  dialect: Dialect,
): ParseOptions | null {
  const usual = request.format === 'tsv' ? '\t' : ',';
  const isDefault = encoding === 'utf-8' && dialect.delimiter === usual && dialect.decimal === '.';
  const used = { ...request.options, encoding, ...dialect };
  return isDefault && !hasTableOptions(request.options) ? null : used;
}

const DIALECT_OPTIONS: readonly string[] = ['encoding', 'delimiter', 'decimal'];

/** Reports whether options other than the dialect were given. */
function hasTableOptions(options: FormatRequest['options']): boolean {
  return Object.keys(options).some((name) => !DIALECT_OPTIONS.includes(name));
}
