import { rm } from 'node:fs/promises';
import type { Encoding } from '../../domain/parse-options.ts';
import type { FileWarning } from '../../domain/file-warning.ts';
import { UserError } from '../../domain/errors.ts';
import { EVIDENCE, typeOfEvidence } from '../column-evidence.ts';
import {
  delimitedToParquet,
  type DelimitedColumn,
  type DelimitedTable,
} from './delimited-to-parquet.ts';
import { scanDelimited } from './delimited-scan.ts';
import type { DelimitedScan, ScanRequest } from './scan-request.ts';
import {
  delimitersOf,
  dialectUsed,
  readHeadText,
  regularText,
  withNamedDelimiter,
  type RegularText,
} from './choose-dialect.ts';
import { DIALECT_SAMPLE_BYTES, sampleRecords, shownEncoding } from './dialect.ts';
import { firstLineWarnings, readFirstRecord } from './first-line.ts';
import { readHead } from '../text/file-chunks.ts';
import { isJson, JSON_WARNING } from '../content-kind.ts';
import { blankLinesWarnings } from './blank-lines.ts';
import { irregularitiesOfColumns } from './column-irregularities.ts';
import { checkNameCount, headerNames } from '../header-names.ts';
import {
  HTML_WARNING,
  isHtml,
  headerWarnings,
  shortRowsWarnings,
  thousandsWarnings,
} from '../upload-warnings.ts';
import { withHalves } from '../half-characters.ts';
import type { FormatResult, FormatRequest } from '../ingest-request.ts';
import { byteOrderMarksWarnings } from './byte-order-marks.ts';
import { longDecimalsWarnings } from './long-decimals.ts';
import { inEncoding } from '../text/guess-encoding.ts';
import { normaliseDelimited, type DelimitedText } from './normalise-delimited.ts';
import { LongRowError } from './scan-errors.ts';
import { longRowHint } from './long-row-hint.ts';
import {
  joinedRowsWarnings,
  misplacedQuotesWarnings,
  singleQuotesWarnings,
} from './quote-warnings.ts';
import { firstRowWarnings } from './first-row-is-data.ts';
import { findTitleLines, titleLinesHint } from './title-lines.ts';
import { skipLines } from '../text/skip-lines.ts';
import { isUtf8Encoding, transcodeToUtf8 } from '../text/transcode.ts';
import { rejectUtf32 } from '../text/utf32.ts';

/**
 * Ingests CSV and TSV. All cells of a column determine its type.
 * @throws UserError with the line of an invalid row
 */
export async function ingestDelimited(request: FormatRequest): Promise<FormatResult> {
  const scratch = {
    text: `${request.dataPath}.utf8`,
    table: `${request.dataPath}.table`,
    copy: `${request.dataPath}.copy`,
    regular: `${request.dataPath}.regular`,
  };
  try {
    const sample = await readHead(request.path, DIALECT_SAMPLE_BYTES);
    rejectUtf32(request.fileName, sample);
    const encoding = { given: request.options.encoding, shown: shownEncoding(sample) };
    try {
      return await inEncoding(request, encoding, (used) =>
        ingestTranscoded(request, used, scratch),
      );
    } catch (error) {
      const [content] = contentWarnings(sample.toString('utf8'));
      if (!(error instanceof UserError) || content === undefined) throw error;
      throw new UserError(`${error.message} ${content.message}`, { cause: error });
    }
  } finally {
    await Promise.all(Object.values(scratch).map((path) => rm(path, { force: true })));
  }
}

interface Scratch {
  readonly text: string;
  /** Copy without the skipped lines above the table. */
  readonly table: string;
  /** Copy with the quotes of RFC 4180. */
  readonly copy: string;
  readonly regular: string;
}

/** The text of the table in UTF-8, with the quotes of RFC 4180. `named` is the request with what the first line says. */
async function plainText(
  given: FormatRequest,
  encoding: Encoding,
  scratch: Scratch,
): Promise<RegularText & { readonly named: FormatRequest }> {
  const text = isUtf8Encoding(encoding) ? given.path : scratch.text;
  const named = await withNamedDelimiter(given, text);
  const { skip_rows: skipped = 0 } = named.options;
  const below = skipped === 0 ? text : scratch.table;
  if (skipped > 0) await skipLines(text, skipped, below);
  return { named, ...(await regularText(named, below, scratch.copy)) };
}

async function ingestTranscoded(
  given: FormatRequest,
  encoding: Encoding,
  scratch: Scratch,
): Promise<FormatResult> {
  if (isUtf8Encoding(encoding)) return await ingestEncoded(given, encoding, scratch);
  const halves = await transcodeToUtf8(given, encoding, scratch.text);
  return withHalves(await ingestEncoded(given, encoding, scratch), halves);
}

async function ingestEncoded(
  given: FormatRequest,
  encoding: Encoding,
  scratch: Scratch,
): Promise<FormatResult> {
  const { named, path, dialect, options, comment, warnings } = await plainText(
    given,
    encoding,
    scratch,
  );
  const { skip_rows: skipped = 0, null_values: nullValues } = options;
  const request = { ...named, options };
  const { fileName } = request;
  const table = { ...dialect, comment, nullValues, hasHeader: options.has_header ?? true };
  const first = await readFirstRecord(request, path, table);
  const firstLine = skipped + 1;
  const titleHint = async (): Promise<string | null> => {
    const titles = findTitleLines(await readHeadText(path), delimitersOf(request), comment);
    return titles && titleLinesHint(titles, skipped);
  };
  const scan = await scanWithHint(
    { path, fileName, width: first.length, firstLine, dialect, ...table },
    { titleHint, text: () => readHeadText(path), skipped },
  );
  const isRegular = scan.irregularities.length === 0;
  if (!isRegular) await normaliseDelimited(path, table, scratch.regular);
  const header = headerOf(first, table, request);
  await delimitedToParquet(
    request.pl,
    { path: isRegular ? path : scratch.regular, ...table, columns: buildColumns(header, scan) },
    request.dataPath,
  );
  const columns = buildColumns(header, scan);
  const isNamed = table.hasHeader && options.column_names === undefined;
  const { delimiter } = dialect;
  const aboutFirstLine = await firstLineWarnings(request, path, { first, titleHint, delimiter });
  return {
    rowCount: scan.rowCount,
    parseOptions: dialectUsed(named, encoding, dialect),
    irregularities: [...scan.irregularities, ...irregularitiesOfColumns(header, scan)],
    warnings: [
      ...warnings,
      ...aboutFirstLine,
      ...(isNamed ? firstRowWarnings(header, columns) : []),
      // Quotes that are no cells of their own only because of the delimiter are no other problem.
      ...(aboutFirstLine.some(({ code }) => code === 'spaces_between_cells')
        ? []
        : misplacedQuotesWarnings(scan.quotes)),
      ...byteOrderMarksWarnings(scan.marks),
      ...scan.ends.warnings(),
      ...shortRowsWarnings(scan.short, table.hasHeader),
      ...blankLinesWarnings(scan, first.length),
      ...headerWarnings(isNamed ? header : null, headerNames(header)),
      ...(await collectWarnings(path, table, columns)),
      ...longDecimalsWarnings(columns, scan.rounded),
    ],
  };
}

/**
 * The names of the columns: the given ones, or those written in the file; empty ones without a header.
 * @throws UserError when the file has another number of columns than of given names
 */
function headerOf(
  first: readonly string[],
  { hasHeader }: Pick<DelimitedTable, 'hasHeader'>,
  { fileName, options: { column_names: names } }: FormatRequest,
): readonly string[] {
  if (names === undefined) return hasHeader ? first : first.map(() => '');
  checkNameCount(fileName, names, first.length);
  return names;
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
    ...contentWarnings(text),
    ...singleQuotesWarnings(schema, records),
    ...joinedRowsWarnings(schema, records, delimiter),
    ...thousandsWarnings(schema, records, { delimiter, decimal }),
  ];
}

/** Warns of a file that is no table of text. */
function contentWarnings(head: string): FileWarning[] {
  if (isHtml(head)) return [HTML_WARNING];
  return isJson(head) ? [JSON_WARNING] : [];
}

interface LongRowHints {
  readonly titleHint: () => Promise<string | null>;
  /** The first lines of the table. */
  readonly text: () => Promise<string>;
  /** The number of lines above them in the file. */
  readonly skipped: number;
}

/** A row may be too long because the first record is a title, or by its quotes. @throws UserError as scanDelimited */
async function scanWithHint(
  request: ScanRequest,
  { titleHint, text, skipped }: LongRowHints,
): Promise<DelimitedScan> {
  try {
    return await scanDelimited(request);
  } catch (error) {
    if (!(error instanceof LongRowError)) throw error;
    const hint = longRowHint(await text(), error.line - skipped, request) ?? (await titleHint());
    if (hint === null) throw error;
    throw new LongRowError(`${error.message} ${hint}`, error.line, { cause: error });
  }
}

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
