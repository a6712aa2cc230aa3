import { locate } from './json-records.ts';
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
}

const NO_SIGNS: EndSigns = { total: null, hasMore: null, limit: null };

/** Objects in which services describe the list; `null` is the answer itself. */
const PLACES = [null, 'meta', 'pagination', 'paging', 'page_info', 'links', '_links'] as const;
const TOTAL = ['total', 'total_count', 'totalCount', 'total_results', 'totalResults'];
/** The rows of all pages, or of the page. */
const COUNT = ['count'];
const MORE = ['has_more', 'hasMore', 'has_next', 'hasNext', 'has_next_page', 'hasNextPage'];
const NEXT = ['next', 'next_page', 'nextPage', 'next_url'];
const LIMIT = ['limit', 'per_page', 'perPage', 'page_size', 'pageSize'];

/**
 * Reads the usual signs of a page in JSON; other pages and lists have none.
 * @param rows of the page
 */
export async function endSigns(page: AnsweredPage, rows: number): Promise<EndSigns> {
  if (!page.isJson) return NO_SIGNS;
  const found = await valuesOf(page, [...TOTAL, ...COUNT, ...MORE, ...NEXT, ...LIMIT]);
  const first = <T>(keys: readonly string[], convert: (value: Sign) => T | null): T | null =>
    keys.map((key) => convert(found.get(key))).find((value) => value !== null) ?? null;
  const count = first(COUNT, countOf);
  return {
    total: first(TOTAL, countOf) ?? (count === rows ? null : count),
    hasMore: first(MORE, booleanOf) ?? first(NEXT, pageOf),
    limit: first(LIMIT, countOf),
  };
}

/** `null` stands in the answer; undefined does not. */
type Sign = string | number | boolean | null | undefined;

async function valuesOf(page: AnsweredPage, keys: readonly string[]): Promise<Map<string, Sign>> {
  const paths = PLACES.flatMap((place) =>
    keys.map((key) => (place === null ? [key] : [place, key])),
  );
  const locator = await locate(page, paths);
  const found = new Map<string, Sign>();
  for (const path of paths) {
    const [key = ''] = path.slice(-1);
    const value = found.has(key) ? undefined : await scalarAt(page, locator.place(path));
    if (value !== undefined) found.set(key, value);
  }
  return found;
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
