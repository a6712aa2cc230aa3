import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { UserError } from '../../../domain/errors.ts';
import { JsonLocator, type JsonPlace } from '../../../formats/json/json-locator.ts';
import { CHUNK_BYTES, fileChunks, hasByteOrderMark } from '../../../formats/text/file-chunks.ts';
import { Utf8Validator } from '../../../formats/text/utf8-validator.ts';
import type { Page } from './page-table.ts';

/** Keys under which services usually have their records, in the order in which they are tried. */
const LIST_KEYS = ['data', 'items', 'results', 'records', 'rows', 'value'] as const;

const USUAL_PATHS: readonly (readonly string[])[] = [[], ...LIST_KEYS.map((key) => [key])];

/** Most of a page is its records; what surrounds them is checked as a whole up to this length. */
const MAX_CHECKED_BYTES = 1 << 24;

/** Where the records of a page are; null: it has none. */
export type RecordsPlace = (JsonPlace & { readonly kind: 'list' | 'object' }) | null;

/** Where a page may have its list of records. @param recordsPath `options.records_path` */
export function recordPaths(recordsPath: string): readonly (readonly string[])[] {
  return recordsPath === '' ? USUAL_PATHS : [recordsPath.split('.')];
}

/**
 * Finds the records of a page: the value at the path, or else the list that the page is, the first list under a
 * usual key, or the object that the page is.
 * @param path the keys; empty: it is unknown
 * @param isAfterList whether a page before had a list, so that an object is no record
 * @throws UserError for a page that is no JSON, or has nothing at the path, or no list after one
 */
export async function findRecords(
  page: Page,
  path: readonly string[],
  { isAfterList = false }: { readonly isAfterList?: boolean } = {},
): Promise<RecordsPlace> {
  const { size } = await stat(page.file);
  if (size === 0) return null;
  const locator = await locate(page, path.length > 0 ? [path] : USUAL_PATHS);
  const place = chosen(locator, page, path);
  if (place.kind === 'null') return null;
  if (isAfterList && path.length === 0 && place.kind === 'object') return noList(locator, page);
  if (place.kind === 'scalar') {
    throw new UserError(`${page.label} has records that are neither a list nor an object.`);
  }
  await checkEnvelope(page, place, size);
  return { ...place, kind: place.kind };
}

/** An empty list is null for some services. @throws UserError for a page without one */
function noList(locator: JsonLocator, { label }: Page): null {
  if (LIST_KEYS.some((key) => locator.place([key])?.kind === 'null')) return null;
  throw new UserError(`${label} has no list of records, as the page before it has.`);
}

/** The bytes of the records as a list of objects. */
export async function* recordBytes(
  { file }: Page,
  { kind, start, end }: NonNullable<RecordsPlace>,
): AsyncGenerator<Buffer> {
  if (kind === 'object') yield Buffer.from('[');
  yield* bytesOf(file, start, end);
  if (kind === 'object') yield Buffer.from(']');
}

/** Finds values of a page by their keys. @throws UserError for a page that is no JSON or no UTF-8 */
export async function locate(
  { file, label }: Page,
  paths: readonly (readonly string[])[],
): Promise<JsonLocator> {
  const locator = new JsonLocator(label, paths);
  const utf8 = new Utf8Validator();
  let isFirst = true;
  for await (const chunk of fileChunks(file)) {
    if (isFirst && hasByteOrderMark(chunk)) chunk.fill(' ', 0, 3);
    isFirst = false;
    if (!utf8.push(chunk)) throw new UserError(`${label} is not valid UTF-8.`);
    locator.push(chunk);
  }
  locator.end();
  return locator;
}

function chosen(locator: JsonLocator, { label }: Page, path: readonly string[]): JsonPlace {
  if (path.length > 0) {
    const place = locator.place(path);
    if (place !== undefined) return place;
    throw new UserError(
      `${label} has nothing at the path "${path.join('.')}" of options.records_path.`,
    );
  }
  const whole = locator.place([]);
  if (whole === undefined) throw new Error('A JSON text without a value ended.');
  if (whole.kind !== 'object') return whole;
  const lists = LIST_KEYS.map((key) => locator.place([key]));
  return lists.find((place) => place?.kind === 'list') ?? whole;
}

/** Checks what surrounds the records; they are checked when they are read. */
async function checkEnvelope(page: Page, place: JsonPlace, size: number): Promise<void> {
  if (size - (place.end - place.start) > MAX_CHECKED_BYTES) return;
  const before = await textOf(page.file, 0, place.start);
  const after = await textOf(page.file, place.end, size);
  try {
    JSON.parse(`${before.replace(/^\ufeff/, '')}[]${after}`);
  } catch {
    throw new UserError(`${page.label} is not valid JSON outside of its records.`);
  }
}

async function textOf(file: string, start: number, end: number): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of bytesOf(file, start, end)) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

async function* bytesOf(file: string, start: number, end: number): AsyncGenerator<Buffer> {
  // A stream cannot be empty: its end is inclusive.
  if (end <= start) return;
  const stream = createReadStream(file, { start, end: end - 1, highWaterMark: CHUNK_BYTES });
  for await (const chunk of stream) yield chunk as Buffer;
}
