import { UserError } from '../../domain/errors.ts';
import { shownEncoding, DIALECT_SAMPLE_BYTES } from '../delimited/dialect.ts';
import { countLineFeeds } from '../delimited/count-records.ts';
import { fileChunks, hasByteOrderMark, readHead } from '../text/file-chunks.ts';
import { headerNames } from '../header-names.ts';
import { headerWarnings } from '../upload-warnings.ts';
import type { FormatResult, FormatRequest } from '../ingest-request.ts';
import { InvalidUtf8Error } from '../text/invalid-utf8.ts';
import { jsonAdvice } from './json-advice.ts';
import { listOfRecords, onlyList } from './list-of-records.ts';
import { JsonTable } from './json-table.ts';
import { JsonArrayCutter, JsonLinesCutter, type RecordText } from './json-records.ts';
import { StagedTable } from '../staged-table.ts';
import { rejectUtf32 } from '../text/utf32.ts';
import { withUtf8Copy } from '../text/utf8-copy.ts';
import { Utf8Validator } from '../text/utf8-validator.ts';

/**
 * Ingests an array of objects (JSON) or one object per line (JSON lines). The columns are the union of the
 * keys in order of appearance; a blank one is named by its position. Text stays text, integers are exact, nested values become JSON text.
 * @throws UserError with the line that is not valid JSON or not an object
 */
export async function ingestJson(request: FormatRequest): Promise<FormatResult> {
  const head = await readHead(request.path, DIALECT_SAMPLE_BYTES);
  rejectUtf32(request.fileName, head);
  const encoding = shownEncoding(head);
  // JSON is Unicode, so any other encoding is reported as invalid UTF-8.
  return withUtf8Copy(request, encoding === 'utf-16' ? encoding : 'utf-8', (path) =>
    advising(request, path, () => stageRecords(request, path)),
  );
}

/** Adds to an error how the file can be read, if its JSON has another form. */
async function advising<T>(
  { fileName, format }: FormatRequest,
  path: string,
  read: () => Promise<T>,
): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error instanceof InvalidUtf8Error) throw notUnicode(fileName, error);
    const advice = await jsonAdvice(path, format === 'json' ? 'json' : 'jsonl');
    if (advice === '') throw error;
    throw new UserError(`${error.message} ${advice}`, { cause: error });
  }
}

/** The option that names an encoding is none of JSON. */
function notUnicode(fileName: string, cause: InvalidUtf8Error): UserError {
  return new UserError(
    `${fileName} is not valid UTF-8 near line ${cause.line}. JSON has no option for its encoding: save it as UTF-8, or as UTF-16 with a byte order mark.`,
    { cause },
  );
}

async function stageRecords(request: FormatRequest, path: string): Promise<FormatResult> {
  const staged = await StagedTable.create(`${request.dataPath}.staged`);
  try {
    const records = new JsonTable(staged);
    for await (const batch of recordTexts(request, path)) {
      for (const record of batch) records.add(record, request.fileName);
      await staged.flush();
    }
    if (staged.rowCount > 0 && records.names.length === 0) {
      throw new UserError(
        `${request.fileName} has only objects without keys: there are no columns.`,
      );
    }
    const names = headerNames(records.names);
    await staged.toParquet(request.pl, names, request.dataPath);
    const { options } = request;
    const parseOptions = Object.keys(options).length === 0 ? null : options;
    const warnings = [...headerWarnings(records.names, names), ...records.warnings()];
    return { rowCount: staged.rowCount, parseOptions, warnings };
  } finally {
    await staged.dispose();
  }
}

async function* recordTexts(request: FormatRequest, path: string): AsyncGenerator<RecordText[]> {
  const { fileName } = request;
  const cutter =
    request.format === 'json' ? new JsonArrayCutter(fileName) : new JsonLinesCutter(fileName);
  const utf8 = new Utf8Validator();
  const { records: keys } = request.options;
  const list = keys === undefined ? null : await listOfRecords(path, { fileName, keys });
  let line = 1;
  let offset = 0;
  let first = true;
  for await (const chunk of fileChunks(path)) {
    if (!utf8.push(chunk)) throw new InvalidUtf8Error(fileName, line + utf8.validLines);
    const feeds = countLineFeeds(chunk);
    const part = list === null ? chunk : onlyList(chunk, offset, list);
    const records = cutter.push(first && hasByteOrderMark(part) ? part.subarray(3) : part);
    first = false;
    line += feeds;
    offset += chunk.length;
    yield records;
  }
  if (!utf8.end()) throw new InvalidUtf8Error(fileName, line);
  yield cutter.end();
}
