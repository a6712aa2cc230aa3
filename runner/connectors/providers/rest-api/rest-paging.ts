import { UserError } from '../../../domain/errors.ts';
import { nextLink } from '../../http/next-link.ts';
import { jsonScalar } from './json-scalar.ts';
import type { Page } from './page-table.ts';
import type { RestOptions } from './rest-options.ts';
import { withParameters } from './rest-url.ts';

/** An answer before its rows are taken. */
export interface AnsweredPage extends Page {
  /** What was requested, without the secret. */
  readonly url: URL;
  /** Its header `Link`; empty: none. */
  readonly link: string;
}

/** How far a read is. */
export interface ReadSoFar {
  readonly pages: number;
  readonly rows: number;
  /** Those of the last page. */
  readonly lastRows: number;
}

/** How a service divides a list into pages. */
export interface Paging {
  readonly first: URL;
  /** The number of the first page in messages; null: there is one page. */
  readonly firstNumber: number | null;
  /** Whether some services answer 404 after the last page. */
  readonly endsWithNotFound: boolean;
  /** The next page that an answer names; null: none. @throws UserError for an answer that names no such page */
  announced(page: AnsweredPage): Promise<URL | null>;
  /** @returns null after the last page */
  next(read: ReadSoFar, announced: URL | null): URL | null;
}

/**
 * The paging of a connection. A path that has the parameter of the page names one page.
 * @param url of the endpoint
 * @param givenSize the rows of a full page; null: those of the first one
 */
export function pagingOf(url: URL, options: RestOptions, givenSize: number | null): Paging {
  const { paging: style, page_param: parameter } = options;
  if (style === 'link') return linked(url, options);
  if (parameter === '' || url.searchParams.has(parameter)) return onePage(url);
  return style === 'cursor' ? byCursor(url, options) : counted(url, options, givenSize);
}

const NONE = (): Promise<null> => Promise.resolve(null);

function onePage(url: URL): Paging {
  return {
    first: url,
    firstNumber: null,
    endsWithNotFound: false,
    announced: NONE,
    next: () => null,
  };
}

/** Pages by their number, or by the number of rows before them. */
function counted(url: URL, options: RestOptions, givenSize: number | null): Paging {
  const { paging: style, page_param: parameter, start_page: start } = options;
  const isOffset = style === 'offset';
  let size = givenSize;
  return {
    first: pageUrl(url, options, [parameter, isOffset ? 0 : start]),
    firstNumber: isOffset ? 1 : start,
    endsWithNotFound: true,
    announced: NONE,
    next({ pages, rows, lastRows }) {
      size ??= lastRows;
      if (lastRows === 0 || lastRows < size) return null;
      return pageUrl(url, options, [parameter, isOffset ? rows : start + pages]);
    },
  };
}

/** Each answer has a value that the request of the next page repeats. */
function byCursor(url: URL, options: RestOptions): Paging {
  const path = options.next_path.split('.');
  return {
    first: pageUrl(url, options),
    firstNumber: 1,
    endsWithNotFound: false,
    async announced(page) {
      const cursor = await jsonScalar(page, path, 'options.next_path');
      return isEnd(cursor) ? null : pageUrl(url, options, [options.page_param, String(cursor)]);
    },
    next: (_read, announced) => announced,
  };
}

/** Each answer has the address of the next page, in its header `Link` or in its body. */
function linked(url: URL, options: RestOptions): Paging {
  const path = options.next_path === '' ? null : options.next_path.split('.');
  return {
    first: pageUrl(url, options),
    firstNumber: 1,
    endsWithNotFound: false,
    async announced(page) {
      const address =
        path === null ? nextLink(page.link) : await jsonScalar(page, path, 'options.next_path');
      return isEnd(address) ? null : nextAddress(page, String(address));
    },
    next: (_read, announced) => announced,
  };
}

/** Services mark the last page by a missing value, null, an empty text or false. */
function isEnd(value: string | number | boolean | null): value is null | '' | false {
  return value === null || value === '' || value === false;
}

/** @throws UserError for another origin, which the credentials of the connection are not for */
function nextAddress({ url, label }: AnsweredPage, address: string): URL {
  const next = URL.parse(address, url.href);
  if (next?.origin !== url.origin) {
    throw new UserError(`${label} has a next page that is not on ${url.origin}`);
  }
  if (next.href === url.href) throw new UserError(`${label} has itself as the next page`);
  return next;
}

function pageUrl(
  url: URL,
  { page_size_param: sizeParameter, page_size: size }: RestOptions,
  page?: readonly [parameter: string, value: string | number],
): URL {
  return withParameters(url, [
    ...(page === undefined ? [] : [[page[0], String(page[1])] as const]),
    ...(sizeParameter === '' ? [] : [[sizeParameter, String(size)] as const]),
  ]);
}
