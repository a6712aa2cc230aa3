import { UserError } from '../../../domain/errors.ts';
import { CountedPaging } from './counted-paging.ts';
import { endSigns, linkOf, withPages, type EndSigns } from './end-signs.ts';
import { jsonScalar } from './json-scalar.ts';
import type { AnsweredPage, Paging, ReadSoFar } from './paging.ts';
import type { RestOptions } from './rest-options.ts';
import { withParameters } from './rest-url.ts';
import { StatedList } from './stated-list.ts';

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
  const urlOf = (position: number): URL => pageUrl(url, options, [parameter, position]);
  return new CountedPaging({ options, givenSize, urlOf });
}

const UNNAMED_PARAMETER =
  'Only one page was read, since options.page_param is empty. Name the parameter of the page there, or state another options.paging, to read the others.';
const REPEATED = 'Pages may have the same rows.';
const NONE = (): Promise<null> => Promise.resolve(null);

/** Where an answer names the next page, and what to check where it names none. */
interface NamedPages {
  readonly first: URL;
  /** Null: there is one page. */
  readonly firstNumber: number | null;
  /** @returns null after the last page; undefined: the answer has no place for it */
  nextOf(page: AnsweredPage): Promise<URL | null | undefined>;
  /** What to do where answers say that there are more rows; null: no others are requested. */
  readonly remedy: string | null;
}

/** Answers name the next page, so that nothing is guessed. */
function named(pages: NamedPages, options: RestOptions): Paging {
  const stated = new StatedList();
  const known = new Set([pages.first.href]);
  let isUnnamed = false;
  return {
    first: pages.first,
    firstNumber: pages.firstNumber,
    accepted: () => [],
    refused: () => undefined,
    instead: NONE,
    async announced(page) {
      const next = await pages.nextOf(page);
      isUnnamed = next === undefined;
      return next ?? null;
    },
    async next(read, { page, announced }) {
      const next = announced === null ? null : checkedNext(announced, page, known);
      // Services give the cursor of the last page again.
      const isRepeated = next?.href === page.url.href && read.lastRows === 0;
      const following = isRepeated ? null : next;
      if (following === null || read.pages === 1) {
        const signs = await namedSigns(page, read, options);
        const hasMore = following === null && !isRepeated ? signs.hasMore : null;
        stated.add({ ...signs, hasMore }, read);
        isUnnamed &&= stated.isOpen(read);
      }
      return following;
    },
    warnings(read, isAtEnd) {
      if (!isAtEnd || pages.remedy === null) return [];
      const difference = stated.difference(read);
      if (difference !== null) {
        return [`${difference.counts} ${difference.isMissing ? pages.remedy : REPEATED}`];
      }
      return isUnnamed && read.pages === 1 && read.rows > 0 ? [nothingAt(options.next_path)] : [];
    },
  };
}

/** A token of the next page may also be on the last one of several. */
async function namedSigns(
  page: AnsweredPage,
  { pages, lastRows }: ReadSoFar,
  { recordsPath }: RestOptions,
): Promise<EndSigns> {
  const signs = withPages(await endSigns(page, lastRows, recordsPath), pages);
  return { ...signs, hasMore: signs.hasMore ?? (signs.hasToken && pages === 1 ? true : null) };
}

function nothingAt(path: string): string {
  return `The first answer has nothing at the path "${path}" of options.next_path, so it was read as the only page. Correct the path if there are more rows.`;
}

/** @throws UserError for an earlier page, after which the same pages would follow again */
function checkedNext(next: URL, { url, label }: AnsweredPage, known: Set<string>): URL {
  if (known.has(next.href) && next.href !== url.href) {
    throw new UserError(`${label} has an earlier page as the next page`);
  }
  known.add(next.href);
  return next;
}

function onePage(url: URL, options: RestOptions, remedy: string | null): Paging {
  return named({ first: url, firstNumber: null, nextOf: NONE, remedy }, options);
}

/** Each answer has a value that the request of the next page repeats. */
function byCursor(url: URL, options: RestOptions): Paging {
  const { next_path: path } = options;
  return named(
    {
      first: pageUrl(url, options),
      firstNumber: 1,
      async nextOf(page) {
        const cursor = await jsonScalar(page, path, 'options.next_path');
        if (cursor === undefined) return undefined;
        return isEnd(cursor) ? null : pageUrl(url, options, [options.page_param, String(cursor)]);
      },
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
  return named(
    {
      first: pageUrl(url, options),
      firstNumber: 1,
      async nextOf(page) {
        const address =
          path === '' ? linkOf(page) : await jsonScalar(page, path, 'options.next_path');
        if (address === undefined) return undefined;
        return isEnd(address) ? null : nextAddress(page, String(address));
      },
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
