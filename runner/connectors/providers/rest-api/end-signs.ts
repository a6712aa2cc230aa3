import type { JsonLocator } from '../../../formats/json/json-locator.ts';
import { nextLink } from '../../http/next-link.ts';
import { locate, recordPaths } from './json-records.ts';
import { scalarAt } from './json-scalar.ts';
import type { AnsweredPage } from './paging.ts';

/** What an answer says about the list that it is a page of. */
export interface EndSigns {
  /** The rows of all pages; null: unknown. */
  readonly total: number | null;
  /** Whether there are further pages; null: unknown. */
  readonly hasMore: boolean | null;
  /** The rows of a full page; null: unknown. */
  readonly limit: number | null;
  /** Whether there is a token of a next page. Some services have one on the last page too. */
  readonly hasToken: boolean;
}

const NO_SIGNS: EndSigns = { total: null, hasMore: null, limit: null, hasToken: false };

/** Objects in which services describe the list; `null` is the answer itself. */
const PLACES = [null, 'meta', 'pagination', 'paging', 'page_info', 'links', '_links'] as const;
const TOTAL = ['total', 'total_count', 'totalCount', 'total_results', 'totalResults'];
/** Of a total that is an object, as `{"value": 35, "relation": "eq"}` of Elasticsearch. */
const TOTAL_VALUE = 'value';
/** What says whether the value is the total, or a number that the total exceeds. */
const TOTAL_RELATION = 'relation';
const EXACT_RELATION = 'eq';
/** The rows of all pages, or of the page. */
const COUNT = ['count'];
const MORE = ['has_more', 'hasMore', 'has_next', 'hasNext', 'has_next_page', 'hasNextPage'];
const NEXT = [
  'next',
  'next_page',
  'nextPage',
  'next_url',
  'next_page_url',
  'next_link',
  'nextLink',
  '@odata.nextLink',
];
const TOKEN = [
  'next_cursor',
  'nextCursor',
  'next_page_token',
  'nextPageToken',
  'next_token',
  'nextToken',
];
const EMPTY_OBJECT = '{}';
const LIMIT = ['limit', 'per_page', 'perPage', 'page_size', 'pageSize'];

/**
 * Reads the usual signs of a page: those in JSON beside its list, and those of its headers. A page that is one record has
 * none: its values are those of the record.
 * @param rows of the page
 * @param recordsPath `options.records_path`
 */
export async function endSigns(
  page: AnsweredPage,
  rows: number,
  recordsPath: string,
): Promise<EndSigns> {
  const hasLink = linkOf(page) !== null;
  const stated = headerTotal(page);
  if (!page.isJson) return { ...NO_SIGNS, total: stated, hasMore: hasLink || null };
  const found = await valuesOf(page, rows, recordsPath);
  if (found === null) return NO_SIGNS;
  const first = <T>(keys: readonly string[], convert: (value: Sign) => T | null): T | null =>
    keys.map((key) => convert(found.get(key))).find((value) => value !== null) ?? null;
  const count = first(COUNT, countOf);
  return {
    total: first(TOTAL, countOf) ?? stated ?? (count === rows ? null : count),
    hasMore: first(MORE, booleanOf) ?? first(NEXT, pageOf) ?? (hasLink || null),
    limit: first(LIMIT, countOf),
    hasToken: first(TOKEN, pageOf) === true,
  };
}

function headerTotal({ headers }: AnsweredPage): number | null {
  return countOf(headers['x-total-count'] ?? headers['x-total']);
}

/** The address of the next page in the header `Link`; null: there is none. */
export function linkOf({ headers }: AnsweredPage): string | null {
  return nextLink(headers.link ?? '');
}

/** `null` stands in the answer; undefined does not. */
type Sign = string | number | boolean | null | undefined;

/** @returns null for a page without a list */
async function valuesOf(
  page: AnsweredPage,
  rows: number,
  recordsPath: string,
): Promise<Map<string, Sign> | null> {
  const lists = recordPaths(recordsPath);
  const paths = signPaths(recordsPath);
  const locator = await locate(page, [...paths, ...paths.flatMap(partsOfTotal), ...lists]);
  if (rows > 0 && !lists.some((path) => locator.place(path)?.kind === 'list')) return null;
  const found = new Map<string, Sign>();
  for (const path of paths) {
    const [key = ''] = path.slice(-1);
    const value = found.has(key) ? undefined : await signAt(page, locator, path);
    if (value !== undefined) found.set(key, value);
  }
  return found;
}

/** Signs also stand beside the records, where these are deeper in the answer. */
function signPaths(recordsPath: string): readonly (readonly string[])[] {
  const beside = recordsPath.split('.').slice(0, -1);
  const places = [...PLACES.map((place) => (place === null ? [] : [place])), beside];
  const keys = [...TOTAL, ...COUNT, ...MORE, ...NEXT, ...TOKEN, ...LIMIT];
  return places.flatMap((place) => keys.map((key) => [...place, key]));
}

/** The paths within a total that is an object. */
function partsOfTotal(path: readonly string[]): readonly (readonly string[])[] {
  const isTotal = TOTAL.includes(path.at(-1) ?? '');
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
  const isNext = NEXT.includes(path.at(-1) ?? '');
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
