import { stat } from 'node:fs/promises';
import { UserError } from '../../../domain/errors.ts';
import { JsonLocator, type JsonPlace } from '../../../formats/json/json-locator.ts';
import { fileChunks, hasByteOrderMark } from '../../../formats/text/file-chunks.ts';
import { Utf8Validator } from '../../../formats/text/utf8-validator.ts';
import { bytesOf, textOf } from './page-bytes.ts';
import { FAILURE_PATHS, isEmpty, isNothing, refuseFailure } from './page-failure.ts';
import type { Page } from './page-table.ts';

/** Keys under which services usually have their records, in the order in which they are tried. */
const LIST_KEYS = ['data', 'items', 'results', 'records', 'rows', 'value'] as const;

const USUAL_PATHS: readonly (readonly string[])[] = [[], ...LIST_KEYS.map((key) => [key])];

/** Where Spring has its list. Records may have a list there too, so an answer must also have one of its signs. */
const SPRING_PATH = ['content'];
const SPRING_SIGNS = ['totalElements', 'totalPages', 'pageable'].map((key) => [key]);
const LIST_PATHS = [...USUAL_PATHS, SPRING_PATH];

/** Most of a page is its records; what surrounds them is checked as a whole up to this length. */
const MAX_CHECKED_BYTES = 1 << 24;

/** Where the records of a page are; null: it has none. */
export type RecordsPlace = (FoundPlace & { readonly kind: 'list' | 'object' }) | null;

interface FoundPlace extends JsonPlace {
  /** The keys that lead to it. */
  readonly path: readonly string[];
}

/** Where a page may have its list of records. @param recordsPath `options.records_path` */
export function recordPaths(recordsPath: string): readonly (readonly string[])[] {
  return recordsPath === '' ? LIST_PATHS : [recordsPath.split('.')];
}

/**
 * Finds the records of a page: the value at the path, or else the list that the page is, the first list under a
 * usual key, or the object that the page is.
 * @param path the keys; empty: it is unknown
 * @param listBefore the keys of the list of a page before, so that an object is no record; null: none had a list
 * @throws UserError for a page that is no JSON, has nothing at the path, no list after one, or a failure for records
 */
export async function findRecords(
  page: Page,
  path: readonly string[],
  { listBefore = null }: { readonly listBefore?: readonly string[] | null } = {},
): Promise<RecordsPlace> {
  const { size } = await stat(page.file);
  if (size === 0) return null;
  const paths = path.length > 0 ? [path, []] : [...LIST_PATHS, ...SPRING_SIGNS];
  const locator = await locate(page, [...paths, ...FAILURE_PATHS]);
  if (listBefore !== null && !hasRecords(locator, path)) {
    if (await isNothing(page, locator.place([]))) return null;
    await refuseFailure(page, locator);
    if (path.length === 0) return noList(page, locator, listBefore);
  }
  return await checked(page, locator, chosen(locator, page, path));
}

/** @throws UserError for a place without records, unless the page is empty */
async function checked(page: Page, locator: JsonLocator, place: FoundPlace): Promise<RecordsPlace> {
  if ((await isEmpty(page, place)) && !(await isNothing(page, locator.place([])))) {
    await refuseFailure(page, locator);
  }
  if (place.kind === 'null') return null;
  if (place.kind === 'scalar') {
    throw new UserError(`${page.label} has records that are neither a list nor an object.`);
  }
  await checkEnvelope(page, place);
  return { ...place, kind: place.kind };
}

/** Whether a page after others has records. A service may give an object for a list of one at a path. */
function hasRecords(locator: JsonLocator, path: readonly string[]): boolean {
  if (path.length === 0) return listIn(locator) !== undefined;
  const kind = locator.place(path)?.kind;
  return kind === 'list' || kind === 'object';
}

/** An empty list is null for some services. @throws UserError for a page without one */
function noList(page: Page, locator: JsonLocator, listBefore: readonly string[]): null {
  if (locator.place([])?.kind === 'null' || locator.place(listBefore)?.kind === 'null') return null;
  throw new UserError(
    `${page.label} has no list of records, as the page before it has. Send the request by hand to see why. If the list ends before it, bound the read by options.max_pages.`,
  );
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

function chosen(locator: JsonLocator, { label }: Page, path: readonly string[]): FoundPlace {
  if (path.length > 0) {
    const place = locator.place(path);
    if (place !== undefined) return { ...place, path };
    throw new UserError(
      `${label} has nothing at the path "${path.join('.')}" of options.records_path.`,
    );
  }
  const whole = locator.place([]);
  if (whole === undefined) throw new Error('A JSON text without a value ended.');
  const list = listIn(locator);
  return { ...(locator.place(list ?? []) ?? whole), path: list ?? [] };
}

/** The keys of the list that a page is or has; undefined: it has none. */
function listIn(locator: JsonLocator): readonly string[] | undefined {
  const isSpring = SPRING_SIGNS.some((sign) => locator.place(sign) !== undefined);
  const paths = isSpring ? LIST_PATHS : USUAL_PATHS;
  return paths.find((keys) => locator.place(keys)?.kind === 'list');
}

/** Checks what surrounds the records; they are checked when they are read. */
async function checkEnvelope(page: Page, place: JsonPlace): Promise<void> {
  const { size } = await stat(page.file);
  if (size - (place.end - place.start) > MAX_CHECKED_BYTES) return;
  const before = await textOf(page.file, 0, place.start);
  const after = await textOf(page.file, place.end, size);
  try {
    JSON.parse(`${before.replace(/^\ufeff/, '')}[]${after}`);
  } catch {
    throw new UserError(`${page.label} is not valid JSON outside of its records.`);
  }
}
