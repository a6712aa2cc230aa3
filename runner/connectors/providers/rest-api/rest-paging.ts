import { UserError } from '../../../domain/errors.ts';
import { nextLink } from '../../http/next-link.ts';
import { CountedPaging } from './counted-paging.ts';
import { jsonScalar } from './json-scalar.ts';
import type { AnsweredPage, Paging } from './paging.ts';
import type { RestOptions } from './rest-options.ts';
import { withParameters } from './rest-url.ts';

/**
 * The paging of a connection. A path that has the parameter of the page names one page.
 * @param url of the endpoint
 * @param givenSize the rows of a full page; null: those of the first one
 */
export function pagingOf(url: URL, options: RestOptions, givenSize: number | null): Paging {
  const { paging: style, page_param: parameter } = options;
  if (style === 'link') return linked(url, options);
  if (parameter === '' || url.searchParams.has(parameter)) return onePage(url);
  if (style === 'cursor') return byCursor(url, options);
  const urlOf = (position: number): URL => pageUrl(url, options, [parameter, position]);
  return new CountedPaging({ options, givenSize, urlOf });
}

const NONE = (): Promise<null> => Promise.resolve(null);

/** Answers name the next page, so that nothing is guessed. */
const NAMED: Pick<Paging, 'accepted' | 'instead' | 'next' | 'warnings'> = {
  accepted: () => [],
  instead: NONE,
  next: (_read, { announced }) => Promise.resolve(announced),
  warnings: () => [],
};

function onePage(url: URL): Paging {
  return { ...NAMED, first: url, firstNumber: null, announced: NONE };
}

/** Each answer has a value that the request of the next page repeats. */
function byCursor(url: URL, options: RestOptions): Paging {
  const path = options.next_path.split('.');
  return {
    ...NAMED,
    first: pageUrl(url, options),
    firstNumber: 1,
    async announced(page) {
      const cursor = await jsonScalar(page, path, 'options.next_path');
      return isEnd(cursor) ? null : pageUrl(url, options, [options.page_param, String(cursor)]);
    },
  };
}

/** Each answer has the address of the next page, in its header `Link` or in its body. */
function linked(url: URL, options: RestOptions): Paging {
  const path = options.next_path === '' ? null : options.next_path.split('.');
  return {
    ...NAMED,
    first: pageUrl(url, options),
    firstNumber: 1,
    async announced(page) {
      const address =
        path === null ? nextLink(page.link) : await jsonScalar(page, path, 'options.next_path');
      return isEnd(address) ? null : nextAddress(page, String(address));
    },
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
