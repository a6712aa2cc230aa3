import { stat } from 'node:fs/promises';
import { UserError } from '../../../domain/errors.ts';
import { JsonLocator, JsonPaths, type JsonPlace } from '../../../formats/json/json-locator.ts';
import { fileChunks, hasByteOrderMark } from '../../../formats/text/file-chunks.ts';
import { Utf8Validator } from '../../../formats/text/utf8-validator.ts';
import { bytesOf, textOf } from './page-bytes.ts';
import { FAILURE_PATHS, isEmpty, isNothing, refuseFailure } from './page-failure.ts';
import type { Page } from './page-table.ts';
import { listIn, pathsOfRecords, type RecordsPath } from './records-path.ts';

/** Most of a page is its records; what surrounds them is checked as a whole up to this length. */
const MAX_CHECKED_BYTES = 1 << 24;

/** Where the records of a page are; null: it has none. */
export type RecordsPlace =
  | (FoundPlace & {
      readonly kind: 'list' | 'object';
      /** The page with an empty list in the place of its records; undefined: it is too long. */
      readonly envelope: unknown;
    })
  | null;

interface FoundPlace extends JsonPlace {
  /** The keys that lead to it. */
  readonly path: readonly string[];
}

/**
 * Finds the records of a page: the value at the path, or else the list that the page is, the first list under a
 * usual key, or the object that the page is.
 * @param listBefore the keys of the list of a page before, so that an object is no record; null: none had a list
 * @throws UserError for a page that is no JSON, has nothing at the path, no list after one, or a failure for records
 */
export async function findRecords(
  page: Page,
  path: RecordsPath,
  { listBefore = null }: { readonly listBefore?: readonly string[] | null } = {},
): Promise<RecordsPlace> {
  const { size } = await stat(page.file);
  if (size === 0) return null;
  const paths = new JsonPaths([[], ...pathsOfRecords(path), ...FAILURE_PATHS]);
  const locator = await locate(page, paths);
  if (locator.place([])?.kind === 'null') return null;
  if (listBefore !== null && !hasRecords(locator, path)) {
    if (await isNothing(page, locator.place([]))) return null;
    await refuseFailure(page, locator);
    if (path.keys.length === 0) return noList(page, locator, listBefore);
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
  return { ...place, kind: place.kind, envelope: await checkedEnvelope(page, place) };
}

/** Whether a page after others has records. A service may give an object for a list of one at a path. */
function hasRecords(locator: JsonLocator, path: RecordsPath): boolean {
  if (path.keys.length === 0) return listIn(locator, path) !== null;
  const kind = locator.place(path.keys)?.kind;
  return kind === 'list' || kind === 'object';
}

/** An empty list is null for some services. @throws UserError for a page without one */
function noList(page: Page, locator: JsonLocator, listBefore: readonly string[]): null {
  if (locator.place(listBefore)?.kind === 'null') return null;
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
export async function locate({ file, label }: Page, paths: JsonPaths): Promise<JsonLocator> {
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

function chosen(locator: JsonLocator, { label }: Page, path: RecordsPath): FoundPlace {
  const keys = path.isSearched ? (listIn(locator, path) ?? []) : path.keys;
  const place = locator.place(keys);
  if (place !== undefined) return { ...place, path: keys };
  throw new UserError(
    `${label} has nothing at the path "${keys.join('.')}" of options.records_path.`,
  );
}

/** Checks what surrounds the records; they are checked when they are read. @returns undefined if it is too long */
async function checkedEnvelope(page: Page, place: JsonPlace): Promise<unknown> {
  const { size } = await stat(page.file);
  if (size - (place.end - place.start) > MAX_CHECKED_BYTES) return undefined;
  const before = await textOf(page.file, 0, place.start);
  const after = await textOf(page.file, place.end, size);
  try {
    return JSON.parse(`${before.replace(/^\ufeff/, '')}[]${after}`) as unknown;
  } catch {
    throw new UserError(`${page.label} is not valid JSON outside of its records.`);
  }
}
