import type pl from 'nodejs-polars';
import { copyFile, rm, stat } from 'node:fs/promises';
import type { ColumnSchema } from '../domain/column.ts';
import { appliesTo } from '../domain/parse-option-facts.ts';
import type { ParseOptions } from '../domain/parse-options.ts';
import type { FileWarning } from '../domain/file-warning.ts';
import { UserError } from '../domain/errors.ts';
import type { FileFormat } from '../domain/file-format.ts';
import type { IngestResult } from '../domain/runner-job.ts';
import { ingestDelimited } from './delimited/ingest-delimited.ts';
import type { FormatResult, FormatRequest, IngestRequest } from './ingest-request.ts';
import { checkParseOptions } from '../domain/check-parse-options.ts';
import { columnsOf } from '../engines/polars/column-types.ts';
import { otherKind } from './content-kind.ts';
import { countRows } from './count-rows.ts';
import { PARQUET_SCAN_OPTIONS } from './parquet-scan-options.ts';
import { PROFILE_ROWS, profileFrame } from './profile.ts';
import { emptyColumnWarnings } from './missing-texts.ts';
import { missingTextWarnings } from './upload-warnings.ts';
import { markRounded } from './rounded-decimal.ts';
import { sampleRows } from './sample-rows.ts';
import { readHead } from './text/file-chunks.ts';
import { checkComplete } from './writers/check-written.ts';
import { writeFrame } from './writers/write-frame.ts';

/** Number of rows in a dataset's sample. */
export const SAMPLE_ROWS = 100;

/** Maximum length of a column name, which the sample repeats in every row. */
const MAX_NAME_CHARACTERS = 1_000;

/** Magic number of gzip and its only compression method, deflate. */
const GZIP = Buffer.from([0x1f, 0x8b, 0x08]);

type FormatReader = (request: FormatRequest) => Promise<FormatResult>;

/** Loads readers on demand, so that a CSV upload does not load the Excel library. */
const READERS: Readonly<Record<FileFormat, () => Promise<FormatReader>>> = {
  csv: () => Promise.resolve(ingestDelimited),
  tsv: () => Promise.resolve(ingestDelimited),
  text: async () => (await import('./text/ingest-text.ts')).ingestText,
  json: async () => (await import('./json/ingest-json.ts')).ingestJson,
  jsonl: async () => (await import('./json/ingest-json.ts')).ingestJson,
  excel: async () => (await import('./excel/ingest-excel.ts')).ingestExcel,
  parquet: async () => (await import('./parquet/ingest-parquet.ts')).ingestParquet,
};

/**
 * Reads a whole file once. Writes the columnar copy (Parquet) to `dataPath` and
 * returns the schema, row count, sample and profile. Rewrites an Arrow file, or a file in another than
 * the default dialect, to `rewrittenPath`.
 * @throws UserError when the options or the file are invalid, after removing `dataPath`
 */
export async function ingestFile(request: IngestRequest): Promise<IngestResult> {
  return await cleaningUp(request, async () => describeResult(request, await readTable(request)));
}

type TableRequest = Omit<IngestRequest, 'rewrittenPath'>;

/** A file that was read and is not kept. */
export interface ConvertedFile {
  readonly columns: readonly ColumnSchema[];
  readonly rowCount: number;
  /** The options that were used; null when all are the default. */
  readonly parseOptions: ParseOptions | null;
  /** The columns that libraries of Python misread, whatever a script does. */
  readonly misreadColumns: readonly string[];
  /** Sentences for the author of the flow. */
  readonly warnings: readonly string[];
}

/**
 * Reads a whole file once, as `ingestFile` does, and writes only the columnar copy (Parquet) to `dataPath`.
 * @throws UserError when the options or the file are invalid, after removing `dataPath`
 */
export async function convertFile(request: TableRequest): Promise<ConvertedFile> {
  return await cleaningUp(request, async () => {
    const facts = await readTable(request);
    const { rowCount, parseOptions, warnings = [] } = facts;
    const data = request.pl.scanParquet(request.dataPath, PARQUET_SCAN_OPTIONS);
    const head = await data.head(PROFILE_ROWS).collect();
    const columns = columnsOf(head);
    checkColumnNames(request.fileName, columns);
    await checkRowCount(request, rowCount);
    const found = [...warnings, ...(await textWarnings(request, data, { head, columns, facts }))];
    return {
      columns: markRounded(columns, warnings),
      rowCount,
      parseOptions,
      misreadColumns: misreadIn(facts, columns),
      warnings: found.map(({ message }) => message),
    };
  });
}

function misreadIn(
  { isMisread = false, misreadColumns = [] }: FormatResult,
  columns: readonly ColumnSchema[],
): readonly string[] {
  return isMisread ? columns.map(({ name }) => name) : misreadColumns;
}

/** Writes the columnar copy. */
async function readTable(request: TableRequest): Promise<FormatResult> {
  const options = checkParseOptions(request.format, request.options);
  if (request.format !== 'text' && (await stat(request.path)).size === 0) {
    throw new UserError(`${request.fileName} is empty.`);
  }
  const read = await READERS[request.format]();
  const facts = await read({ ...request, options });
  const converted = options.dates === true ? await convertDates(request) : [];
  return { ...facts, warnings: [...(facts.warnings ?? []), ...converted] };
}

async function cleaningUp<T>(request: TableRequest, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await Promise.all(
      [request.dataPath, `${request.dataPath}.dates`].map((path) => rm(path, { force: true })),
    );
    throw error instanceof UserError ? await withContent(request, error) : error;
  }
}

/** The error of a reader, with what the file is if it is of another format. */
async function withContent(
  { path, fileName, format }: TableRequest,
  cause: UserError,
): Promise<UserError> {
  if (await isGzip(path)) {
    return new UserError(
      `${fileName} is compressed with gzip. Decompress it, or end its name in .gz when it is text.`,
      { cause },
    );
  }
  const kind = await otherKind(path, format);
  return kind === '' ? cause : new UserError(`${cause.message} ${kind}`, { cause });
}

async function isGzip(path: string): Promise<boolean> {
  return GZIP.equals(await readHead(path, GZIP.length));
}

async function convertDates({ pl, dataPath }: TableRequest): Promise<readonly FileWarning[]> {
  const { convertIsoDates } = await import('./convert-iso-dates.ts');
  return await convertIsoDates(pl, dataPath);
}

async function describeResult(request: IngestRequest, facts: FormatResult): Promise<IngestResult> {
  const data = request.pl.scanParquet(request.dataPath, PARQUET_SCAN_OPTIONS);
  const head = await data.head(PROFILE_ROWS).collect();
  const columns = columnsOf(head);
  checkColumnNames(request.fileName, columns);
  await checkRowCount(request, facts.rowCount);
  const isOtherDialect = isRewritten(request.format, facts.parseOptions);
  if (isOtherDialect) {
    const sheet = facts.parseOptions?.sheet;
    const { rows } = await writeFrame(data, columns, request.format, {
      path: request.rewrittenPath,
      // Scripts find the sheet by its name, in this file and in the uploaded one.
      sheet: sheet === undefined ? undefined : String(sheet),
    });
    checkComplete(rows, facts.rowCount);
  }
  const { keptAsCopy = false } = facts;
  if (keptAsCopy) await copyFile(request.dataPath, request.rewrittenPath);
  return {
    facts: {
      columns: markRounded(columns, facts.warnings ?? []),
      rowCount: facts.rowCount,
      sample: sampleRows(request.pl, head, SAMPLE_ROWS),
      profile: profileFrame(head, facts.rowCount),
      parseOptions: facts.parseOptions,
      ...irregularitiesOf(facts),
    },
    rewritten: isOtherDialect || keptAsCopy,
    warnings: [
      ...(facts.warnings ?? []),
      ...(await textWarnings(request, data, { head, columns, facts })),
    ],
  };
}

function irregularitiesOf({
  isMisread = false,
  irregularities,
}: FormatResult): Pick<IngestResult['facts'], 'irregularities'> {
  if (isMisread) return { irregularities: [...(irregularities ?? []), 'misread_columns'] };
  return irregularities === undefined ? {} : { irregularities };
}

async function textWarnings(
  { pl, format }: TableRequest,
  data: pl.LazyDataFrame,
  {
    facts: { parseOptions, warnings = [] },
    ...table
  }: {
    readonly head: pl.DataFrame;
    readonly columns: readonly ColumnSchema[];
    readonly facts: FormatResult;
  },
): Promise<FileWarning[]> {
  if (!appliesTo('null_values', format)) return [];
  const usual = format === 'tsv' ? '\t' : ',';
  const delimiter = appliesTo('decimal', format) ? (parseOptions?.delimiter ?? usual) : null;
  const found = [
    ...(await missingTextWarnings(pl, data, { ...table, delimiter })),
    ...(await emptyColumnWarnings(pl, data, table)),
  ];
  // The reader has seen the commas of the first rows.
  const isKnown = ({ code, column }: FileWarning): boolean =>
    warnings.some((warning) => warning.code === code && warning.column === column);
  return found.filter((warning) => !isKnown(warning));
}

function checkColumnNames(fileName: string, columns: readonly ColumnSchema[]): void {
  columns.forEach(({ name }, index) => {
    const culprit = `${fileName}: the name of column ${index + 1} has`;
    if (name.includes('\0')) throw new UserError(`${culprit} a NUL character.`);
    if (name.length > MAX_NAME_CHARACTERS) {
      throw new UserError(
        `${culprit} ${name.length} characters; at most ${MAX_NAME_CHARACTERS} can be kept. Are the names in the first line, and is the delimiter right?`,
      );
    }
  });
}

function isRewritten(format: FileFormat, options: ParseOptions | null): boolean {
  return options !== null && ['csv', 'tsv', 'excel'].includes(format);
}

/** @throws Error when the format's reader and polars found different numbers of rows */
async function checkRowCount(request: TableRequest, expected: number): Promise<void> {
  const copy = request.pl.scanParquet(request.dataPath, PARQUET_SCAN_OPTIONS);
  const rows = await countRows(request.pl, copy);
  if (rows !== expected) {
    throw new Error(
      `${request.fileName}: the reader counted ${expected} rows, the copy has ${rows}.`,
    );
  }
}
