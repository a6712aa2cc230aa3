import { UserError } from '../../../domain/errors.ts';
import { CountedPaging } from './counted-paging.ts';
import { linkOf } from './end-signs.ts';
import { jsonScalar } from './json-scalar.ts';
import { NamedPaging } from './named-paging.ts';
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
  if (parameter === '') return onePage(url, options, UNNAMED_PARAMETER);
  if (url.searchParams.has(parameter)) return onePage(url, options, null);
  if (style === 'cursor') return byCursor(url, options);
  const urlOf = (position: number, size = options.page_size): URL =>
    pageUrl(url, { ...options, page_size: size }, [parameter, position]);
  return new CountedPaging({ options, givenSize, urlOf });
}

const UNNAMED_PARAMETER =
  'Only one page was read, since options.page_param is empty. Name the parameter of the page there, or state another options.paging, to read the others.';
const NOTHING = (): Promise<undefined> => Promise.resolve(undefined);

function onePage(url: URL, options: RestOptions, remedy: string | null): Paging {
  return new NamedPaging(
    { first: url, firstNumber: null, nextOf: NOTHING, isAtPath: false, remedy },
    options,
  );
}

/** Each answer has a value that the request of the next page repeats. */
function byCursor(url: URL, options: RestOptions): Paging {
  const { next_path: path } = options;
  return new NamedPaging(
    {
      first: pageUrl(url, options),
      firstNumber: 1,
      async nextOf(page) {
        const cursor = await jsonScalar(page, path, 'options.next_path');
        if (cursor === undefined) return undefined;
        return isEnd(cursor) ? null : pageUrl(url, options, [options.page_param, String(cursor)]);
      },
      isAtPath: true,
      remedy: `The read ended where an answer had no cursor at the path "${path}" of options.next_path. Correct the path if the answers have it elsewhere.`,
    },
    options,
  );
}

/** Each answer has the address of the next page, in its header `Link` or in its body. */
function linked(url: URL, options: RestOptions): Paging {
  const { next_path: path } = options;
  const remedy =
    path === ''
      ? 'The read ended where an answer had no next page in its header Link. If its body has the address, name the path in options.next_path.'
      : `The read ended where an answer had no address at the path "${path}" of options.next_path. Correct the path if the answers have it elsewhere.`;
  return new NamedPaging(
    {
      first: pageUrl(url, options),
      firstNumber: 1,
      async nextOf(page) {
        const address =
          path === ''
            ? (linkOf(page) ?? undefined)
            : await jsonScalar(page, path, 'options.next_path');
        if (address === undefined) return undefined;
        return isEnd(address) ? null : nextAddress(page, String(address));
      },
      isAtPath: path !== '',
      remedy,
    },
    options,
  );
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
