import { UserError } from '../../domain/errors.ts';
import { exactJson } from '../../domain/exact-json.ts';
import { jsonErrorOffset } from '../../domain/json-error-offset.ts';
import { EVIDENCE, floatEvidence, integerEvidence } from '../column-evidence.ts';
import { detectEncoding, DIALECT_SAMPLE_BYTES } from '../delimited/dialect.ts';
import { fileChunks, hasByteOrderMark, readHead } from '../text/file-chunks.ts';
import type { FormatResult, FormatRequest } from '../ingest-request.ts';
import { InvalidUtf8Error } from '../text/invalid-utf8.ts';
import { jsonEntries } from './json-entries.ts';
import { JsonArrayCutter, JsonLinesCutter, type RecordText } from './json-records.ts';
import { StagedTable } from '../staged-table.ts';
import { positionWithin } from './text-position.ts';
import { withUtf8Copy } from '../text/utf8-copy.ts';
import { Utf8Validator } from '../text/utf8-validator.ts';

/**
 * Ingests an array of objects (JSON) or one object per line (JSON lines). The columns are the union of the
 * keys in order of appearance. Text stays text, integers are exact, nested values become JSON text.
 * @throws UserError with the line that is not valid JSON or not an object
 */
export async function ingestJson(request: FormatRequest): Promise<FormatResult> {
  const encoding = detectEncoding(await readHead(request.path, DIALECT_SAMPLE_BYTES));
  // JSON is Unicode, so any other encoding is reported as invalid UTF-8.
  return withUtf8Copy(request, encoding === 'utf-16' ? encoding : 'utf-8', (path) =>
    stageRecords(request, path),
  );
}

async function stageRecords(request: FormatRequest, path: string): Promise<FormatResult> {
  const staged = await StagedTable.create(`${request.dataPath}.staged`);
  try {
    const records = new JsonTable(staged, request.fileName);
    for await (const batch of recordTexts(request, path)) {
      for (const record of batch) addRecord(records, record, request.fileName);
      await staged.flush();
    }
    if (staged.rowCount > 0 && records.names.length === 0) {
      throw new UserError(
        `${request.fileName} has only objects without keys: there are no columns.`,
      );
    }
    await staged.toParquet(request.pl, records.names, request.dataPath);
    const parseOptions = request.options.dates === true ? { dates: true } : null;
    return { rowCount: staged.rowCount, parseOptions };
  } finally {
    await staged.dispose();
  }
}

function addRecord(table: JsonTable, record: RecordText, fileName: string): void {
  try {
    table.add(record);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError(`${fileName}: the record in line ${record.line} is nested too deeply.`);
  }
}

async function* recordTexts(request: FormatRequest, path: string): AsyncGenerator<RecordText[]> {
  const { fileName } = request;
  const cutter =
    request.format === 'json' ? new JsonArrayCutter(fileName) : new JsonLinesCutter(fileName);
  const utf8 = new Utf8Validator();
  let line = 1;
  let first = true;
  for await (const chunk of fileChunks(path)) {
    if (!utf8.push(chunk)) throw new InvalidUtf8Error(fileName, line);
    const records = cutter.push(first && hasByteOrderMark(chunk) ? chunk.subarray(3) : chunk);
    first = false;
    line = records.at(-1)?.line ?? line;
    yield records;
  }
  if (!utf8.end()) throw new InvalidUtf8Error(fileName, line);
  yield cutter.end();
}

/** Matches records whose source text is needed: long integers, floats such as 1.0, keys such as "2024". */
const NEEDS_SOURCE = /:\s*-?\d+(?:\.0+(?!\d)|(?:\.\d+)?[eE])|\d{16}|:\s*-0(?!\d)|"\d+"\s*:/;

class JsonTable {
  readonly names: string[] = [];
  readonly #staged: StagedTable;
  readonly #fileName: string;
  readonly #places = new Map<string, number>();

  constructor(staged: StagedTable, fileName: string) {
    this.#staged = staged;
    this.#fileName = fileName;
  }

  add(record: RecordText): void {
    const object = parseObject(record, this.#fileName);
    if (NEEDS_SOURCE.test(record.text)) {
      for (const [key, source] of jsonEntries(record.text)) this.#setSource(key, source);
    } else {
      for (const [key, value] of Object.entries(object)) this.#setValue(key, value);
    }
    this.#staged.endRow();
  }

  #place(key: string): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.names.push(key) - 1;
    this.#places.set(key, place);
    return place;
  }

  #setValue(key: string, value: unknown): void {
    const place = this.#place(key);
    if (typeof value === 'string') this.#staged.set(place, value, EVIDENCE.text);
    else if (typeof value === 'number')
      this.#staged.set(place, String(value), numberEvidence(value));
    else if (typeof value === 'boolean') this.#staged.set(place, String(value), EVIDENCE.boolean);
    else if (value !== null) this.#staged.set(place, JSON.stringify(value), EVIDENCE.text);
  }

  #setSource(key: string, source: string): void {
    if (!/^[-\d[{]/.test(source)) this.#setValue(key, JSON.parse(source));
    else if (/^[[{]/.test(source)) {
      this.#setValue(key, exactJson.stringify(exactJson.parse(source)));
    } else {
      const evidence = /^-?\d+$/.test(source) ? integerEvidence(source) : floatEvidence(source);
      this.#staged.set(this.#place(key), source, evidence);
    }
  }
}

function numberEvidence(value: number): number {
  return Number.isInteger(value) ? EVIDENCE.integer : EVIDENCE.float;
}

function parseObject(record: RecordText, fileName: string): object {
  const { text, line } = record;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UserError(`${fileName} is not valid JSON: ${describeSyntaxError(record, error)}.`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new UserError(`${fileName}: line ${line} is not a JSON object.`);
}

/** Converts the parser's error to a reason with the line and column in the file. */
function describeSyntaxError(record: RecordText, error: unknown): string {
  const reason = error instanceof Error ? error.message : '';
  // V8 appends the surrounding text, which may be long, so keep only the words before it.
  const what = reason.split(/ in JSON at position| at position|, /, 1)[0] ?? '';
  const offset = jsonErrorOffset(record.text);
  if (offset === null) return `the record in line ${record.line}: ${what}`;
  const { line, column } = positionWithin(record.text, offset, record);
  return `line ${line}, column ${column}: ${what}`;
}
