import type { JsonLocator } from '../../../formats/json/json-locator.ts';
import { nextLink } from '../../http/next-link.ts';
import { locate } from './json-records.ts';
import { scalarAt } from './json-scalar.ts';
import type { AnsweredPage } from './paging.ts';
import { listIn, pathsOfRecords, type RecordsPath } from './records-path.ts';
import { HEADERS, KEYS, OBJECT_HEADER, PLACES } from './sign-table.ts';

/** Of a total that is an object, as `{"value": 35, "relation": "eq"}` of Elasticsearch. */
const TOTAL_VALUE = 'value';
/** What says whether the value is the total, or a number that the total exceeds. */
const TOTAL_RELATION = 'relation';
const EXACT_RELATION = 'eq';
const EMPTY_OBJECT = '{}';

/** What an answer says about the list that it is a page of. */
export interface EndSigns {
  /** The rows of all pages; null: unknown. */
  readonly total: number | null;
  /** All pages; null: unknown. */
  readonly pages: number | null;
  /** Whether there are further pages; null: unknown. */
  readonly hasMore: boolean | null;
  /** The rows of a full page; null: unknown. */
  readonly limit: number | null;
  /** Whether there is a token of a next page. Some services have one on the last page too. */
  readonly hasToken: boolean;
}

const NO_SIGNS: EndSigns = {
  total: null,
  pages: null,
  hasMore: null,
  limit: null,
  hasToken: false,
};

/**
 * Reads the usual signs of a page: those in JSON beside its list, and those of its headers. A page that is one record has
 * none: its values are those of the record.
 * @param rows of the page
 */
export async function endSigns(
  page: AnsweredPage,
  rows: number,
  recordsPath: RecordsPath,
): Promise<EndSigns> {
  const inHeaders = signsOfHeaders(page);
  if (!page.isJson) return inHeaders;
  const found = await valuesOf(page, rows, recordsPath);
  if (found === null) return NO_SIGNS;
  const { total, pages, hasMore, ...stated } = signsIn(found, rows);
  return {
    ...stated,
    total: total ?? inHeaders.total ?? otherThan(rows, valueOf(found, KEYS.count, countOf)),
    pages: pages ?? inHeaders.pages,
    hasMore: hasMore ?? inHeaders.hasMore,
  };
}

/**
 * Signs of which the number of pages says whether there are further ones, unless another one does.
 * @param number of the page, counted from one
 * @param isCertain whether pages are as long as the service counts them, so that the last one is the last
 */
export function withPages(signs: EndSigns, number: number, isCertain = true): EndSigns {
  const { pages, hasMore } = signs;
  if (hasMore !== null || pages === null) return signs;
  return { ...signs, hasMore: number < pages || (isCertain ? false : null) };
}

function signsIn(found: Signs, rows: number): EndSigns {
  const pageCount = valueOf(found, KEYS.pageCount, countOf);
  const isLast = valueOf(found, KEYS.last, booleanOf);
  return {
    total: valueOf(found, KEYS.total, countOf),
    pages: valueOf(found, KEYS.pages, countOf) ?? otherThan(rows, pageCount),
    hasMore:
      valueOf(found, KEYS.more, booleanOf) ??
      (isLast === null ? valueOf(found, KEYS.next, pageOf) : !isLast),
    limit: valueOf(found, KEYS.limit, countOf),
    hasToken: valueOf(found, KEYS.token, pageOf) === true,
  };
}

/** A number that may be that of the rows of the page. */
function otherThan(rows: number, count: number | null): number | null {
  return count === rows ? null : count;
}

function valueOf<T>(
  found: Signs,
  keys: readonly string[],
  convert: (value: Sign) => T | null,
): T | null {
  return keys.map((key) => convert(found.get(key))).find((value) => value !== null) ?? null;
}

function signsOfHeaders(page: AnsweredPage): EndSigns {
  const { headers } = page;
  const { total, pages, hasMore } = signsIn(objectHeader(headers[OBJECT_HEADER]), 0);
  const count = (names: readonly string[]): number | null =>
    names.map((name) => countOf(headers[name])).find((value) => value !== null) ?? null;
  return {
    ...NO_SIGNS,
    total: count(HEADERS.total) ?? totalOfRange(headers['content-range']) ?? total,
    pages: count(HEADERS.pages) ?? pages,
    hasMore: linkOf(page) === null ? hasMore : true,
  };
}

/** The header `Content-Range`, such as `items 0-49/250`. Bytes are no rows. */
function totalOfRange(header = ''): number | null {
  const [, unit, total] = /^([a-z]*) ?(?:\d+-\d+|\*)\/(\d+)$/i.exec(header.trim()) ?? [];
  return unit?.toLowerCase() === 'bytes' ? null : countOf(total);
}

/** The values of a header that is an object in JSON, by their keys with a small letter at the beginning. */
function objectHeader(text = ''): Signs {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return new Map();
    const signs = Object.entries(value).filter((entry): entry is [string, Sign] =>
      isSign(entry[1]),
    );
    return new Map(signs.map(([key, each]) => [key.charAt(0).toLowerCase() + key.slice(1), each]));
  } catch {
    return new Map();
  }
}

function isSign(value: unknown): value is Sign {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** The address of the next page in the header `Link`; null: there is none. */
export function linkOf({ headers }: AnsweredPage): string | null {
  return nextLink(headers.link ?? '');
}

/** `null` stands in the answer; undefined does not. */
type Sign = string | number | boolean | null | undefined;
type Signs = ReadonlyMap<string, Sign>;

/** @returns null for a page without a list */
async function valuesOf(
  page: AnsweredPage,
  rows: number,
  recordsPath: RecordsPath,
): Promise<Map<string, Sign> | null> {
  const paths = signPaths(recordsPath);
  const ofRecords = pathsOfRecords(recordsPath);
  const locator = await locate(page, [...paths, ...paths.flatMap(partsOfTotal), ...ofRecords]);
  if (rows > 0 && listIn(locator, recordsPath) === null) return null;
  const found = new Map<string, Sign>();
  for (const path of paths) {
    const [key = ''] = path.slice(-1);
    const value = found.has(key) ? undefined : await signAt(page, locator, path);
    if (value !== undefined) found.set(key, value);
  }
  return found;
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
  const isNext = KEYS.next.includes(path.at(-1) ?? '');
  if (isNext && place?.kind === 'object') return place.end - place.start > EMPTY_OBJECT.length;
  if (place?.kind === 'object') return await totalWithin(page, locator, path);
  return await scalarAt(page, place);
}

function countOf(value: Sign): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

function booleanOf(value: Sign): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** A name or a number of the next page means that there is one. */
function pageOf(value: Sign): boolean | null {
  return value === undefined ? null : value !== null && value !== '' && value !== false;
}
