import { JsonPaths, type JsonLocator } from '../../../formats/json/json-locator.ts';
import { locate } from './json-records.ts';
import { scalarAt } from './json-scalar.ts';
import { textOf } from './page-bytes.ts';
import type { AnsweredPage } from './paging.ts';
import { listIn, pathsOfRecords, type RecordsPath } from './records-path.ts';
import { KEYS, PLACES } from './sign-table.ts';

/** Of a total that is an object, as `{"value": 35, "relation": "eq"}` of Elasticsearch. */
const TOTAL_VALUE = 'value';
/** What says whether the value is the total, or a number that the total exceeds. */
const TOTAL_RELATION = 'relation';
const EXACT_RELATION = 'eq';
const EMPTY_OBJECT = '{}';

/** `null` stands in the answer; undefined does not. */
export type Sign = string | number | boolean | null | undefined;
export type Signs = ReadonlyMap<string, Sign>;

/** What may be stated with the records of a read. */
interface SignPaths {
  /** With those of the records. */
  readonly all: JsonPaths;
  /** The places of the paths of signs in the order in which they are believed. */
  readonly order: ReadonlyMap<string, number>;
}

/** They are thousands, and the same ones for all pages of a read. */
const KNOWN = new WeakMap<RecordsPath, SignPaths>();

/** The signs of an answer, by their last keys. @returns null for an answer with rows and no list, which is a record */
export async function signsBeside(
  page: AnsweredPage,
  rows: number,
  recordsPath: RecordsPath,
): Promise<Map<string, Sign> | null> {
  const { all, order } = pathsBeside(recordsPath);
  const locator = await locate(page, all);
  if (rows > 0 && listIn(locator, recordsPath) === null) return null;
  const found = new Map<string, Sign>();
  for (const path of inOrder(locator.found(), order)) {
    const [key = ''] = path.slice(-1);
    const value = found.has(key) ? undefined : await signAt(page, locator, path);
    if (value !== undefined) found.set(key, value);
  }
  return found;
}

function inOrder(
  paths: readonly (readonly string[])[],
  order: SignPaths['order'],
): readonly (readonly string[])[] {
  const placeOf = (path: readonly string[]): number => order.get(JSON.stringify(path)) ?? -1;
  return paths
    .filter((path) => placeOf(path) >= 0)
    .toSorted((one, other) => placeOf(one) - placeOf(other));
}

function pathsBeside(recordsPath: RecordsPath): SignPaths {
  const known = KNOWN.get(recordsPath);
  if (known !== undefined) return known;
  const signs = signPaths(recordsPath);
  const others = [...signs.flatMap(partsOfTotal), ...pathsOfRecords(recordsPath)];
  const order = new Map(signs.map((path, place) => [JSON.stringify(path), place]));
  const paths = { all: new JsonPaths([...signs, ...others]), order };
  KNOWN.set(recordsPath, paths);
  return paths;
}

/** Signs also stand beside the records, where these are deeper in the answer. */
function signPaths({ keys: path }: RecordsPath): readonly (readonly string[])[] {
  const beside = path.slice(0, -1);
  const within = beside.length === 0 ? [] : PLACES.map((place) => [...beside, ...place]);
  const keys = Object.values(KEYS).flat();
  return [...within, ...PLACES].flatMap((place) => keys.map((key) => [...place, key]));
}

/** The paths within a total that is an object. */
function partsOfTotal(path: readonly string[]): readonly (readonly string[])[] {
  const isTotal = KEYS.total.includes(path.at(-1) ?? '');
  return isTotal ? [TOTAL_VALUE, TOTAL_RELATION].map((key) => [...path, key]) : [];
}

/** @returns undefined for a total that is not exact */
async function totalWithin(
  page: AnsweredPage,
  locator: JsonLocator,
  path: readonly string[],
): Promise<Sign> {
  const [value, relation] = await Promise.all(
    partsOfTotal(path).map((part) => scalarAt(page, locator.place(part))),
  );
  return relation === undefined || relation === EXACT_RELATION ? value : undefined;
}

/** An object, such as `{"href": …}` or `{"page": 2}`, names a page too. */
async function signAt(
  page: AnsweredPage,
  locator: JsonLocator,
  path: readonly string[],
): Promise<Sign> {
  const place = locator.place(path);
  const isPage = [...KEYS.next, ...KEYS.previous].includes(path.at(-1) ?? '');
  if (isPage && place?.kind === 'object') return await namesPage(page, place);
  if (place?.kind === 'object') return await totalWithin(page, locator, path);
  return await scalarAt(page, place);
}

/** A longer object is more than a link. */
const LINK_BYTES = 256;
const NO_LINK = /"(?:href|url|uri)"\s*:\s*(?:null|"")/;

/** Whether an object at the key of another page is a link, as of HAL, and not one that leads nowhere. */
async function namesPage(
  { file }: AnsweredPage,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<boolean> {
  if (end - start <= EMPTY_OBJECT.length) return false;
  return end - start > LINK_BYTES || !NO_LINK.test(await textOf(file, start, end));
}
