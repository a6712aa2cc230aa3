import { linkTo } from '../../http/link-header.ts';
import type { AnsweredPage } from './paging.ts';
import type { RecordsPath } from './records-path.ts';
import { HEADERS, KEYS, OBJECT_HEADER } from './sign-table.ts';
import { signsBeside, type Sign, type Signs } from './stated-signs.ts';

/** Relations in the header `Link`. */
const NEXT = ['next'];
const PREVIOUS = ['prev', 'previous'];

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
  /** Whether there is a token of a next page, or the page is a part. Some services say so of the last page too. */
  readonly hasToken: boolean;
  /** Whether there is a page before this one; null: unknown. */
  readonly hasPrevious: boolean | null;
}

const NO_SIGNS: EndSigns = {
  total: null,
  pages: null,
  hasMore: null,
  limit: null,
  hasToken: false,
  hasPrevious: null,
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
  const found = await signsBeside(page, rows, recordsPath);
  if (found === null) return NO_SIGNS;
  const { total, pages, hasMore, hasPrevious, ...stated } = signsIn(found, rows);
  return {
    ...stated,
    total: total ?? inHeaders.total ?? otherThan(rows, valueOf(found, KEYS.count, countOf)),
    pages: pages ?? inHeaders.pages,
    hasMore: hasMore ?? inHeaders.hasMore,
    hasToken: stated.hasToken || inHeaders.hasToken,
    hasPrevious: hasPrevious ?? inHeaders.hasPrevious,
  };
}

/**
 * Signs of which the number of pages says whether there are further ones, unless another one does.
 * @param numbers of the page, counted from one, as far as it is known; null: it is not
 * @param isCertain whether pages are as long as the service counts them, so that the last one is the last
 */
export function withPages(
  signs: EndSigns,
  numbers: readonly number[] | null,
  isCertain = true,
): EndSigns {
  const { pages, hasMore } = signs;
  if (hasMore !== null || pages === null || numbers === null) return signs;
  if (numbers.every((number) => number < pages)) return { ...signs, hasMore: true };
  const isLast = isCertain && numbers.every((number) => number >= pages);
  return { ...signs, hasMore: isLast ? false : null };
}

function signsIn(found: Signs, rows: number): EndSigns {
  const pageCount = valueOf(found, KEYS.pageCount, countOf);
  const isLast = valueOf(found, KEYS.last, booleanOf);
  const isFirst = valueOf(found, KEYS.first, booleanOf);
  return {
    total: valueOf(found, KEYS.total, countOf),
    pages: valueOf(found, KEYS.pages, countOf) ?? otherThan(rows, pageCount),
    hasMore:
      valueOf(found, KEYS.more, booleanOf) ??
      (isLast === null ? valueOf(found, KEYS.next, pageOf) : !isLast),
    limit: valueOf(found, KEYS.limit, countOf),
    hasToken:
      valueOf(found, KEYS.token, nonZero) === true ||
      valueOf(found, KEYS.textToken, textTokenOf) === true,
    hasPrevious:
      valueOf(found, KEYS.hasPrevious, booleanOf) ??
      (isFirst === null ? valueOf(found, KEYS.previous, nonZero) : !isFirst),
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
  const { headers, isPartial: hasToken } = page;
  const { total, pages, hasMore, hasPrevious } = signsIn(objectHeader(headers[OBJECT_HEADER]), 0);
  const count = (names: readonly string[]): number | null =>
    names.map((name) => countOf(headers[name])).find((value) => value !== null) ?? null;
  return {
    ...NO_SIGNS,
    hasToken,
    total: count(HEADERS.total) ?? totalOfRange(headers['content-range']) ?? total,
    pages: count(HEADERS.pages) ?? pages,
    hasMore: linkOf(page) === null ? (pageOf(headers[HEADERS.next]) ?? hasMore) : true,
    hasPrevious: linkTo(headers.link ?? '', PREVIOUS) === null ? hasPrevious : true,
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
  return linkTo(headers.link ?? '', NEXT);
}

function countOf(value: Sign): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number > 0 ? number : null;
}

function booleanOf(value: Sign): boolean | null {
  return typeof value === 'boolean' ? value : null;
}

/** A name or a number of a page means that there is one. */
function pageOf(value: Sign): boolean | null {
  return value === undefined ? null : value !== null && value !== '' && value !== false;
}

/** Zero is the first page, or none. */
function nonZero(value: Sign): boolean | null {
  return value === 0 || value === '0' ? null : pageOf(value);
}

/** Where others have the number of rows before the page. */
function textTokenOf(value: Sign): boolean | null {
  return Number.isNaN(Number(value ?? 0)) ? pageOf(value) : null;
}
