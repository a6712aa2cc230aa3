import { UserError } from '../../../domain/errors.ts';
import { endSigns, withPages, type EndSigns } from './end-signs.ts';
import { namesSize, startOfUrl, WHOLE_LIST } from './list-start.ts';
import type { AnsweredPage, LastPage, Paging, ReadSoFar } from './paging.ts';
import type { RestOptions } from './rest-options.ts';
import { StatedList } from './stated-list.ts';

const REPEATED = 'Pages may have the same rows.';

/** Where an answer names the next page, and what to check where it names none. */
export interface NamedPages {
  readonly first: URL;
  /** Null: there is one page. */
  readonly firstNumber: number | null;
  /** @returns null after the last page; undefined: the answer has no place for it */
  nextOf(page: AnsweredPage): Promise<URL | null | undefined>;
  /** Whether it has one at a path of its body. */
  readonly isAtPath: boolean;
  /** What to do where answers say that there are more rows; null: no others are requested. */
  readonly remedy: string | null;
}

/** Pages of which each names the next one, so that nothing is guessed. */
export class NamedPaging implements Paging {
  readonly first: URL;
  readonly firstNumber: number | null;
  readonly isProving = false;
  readonly #pages: NamedPages;
  readonly #options: RestOptions;
  readonly #stated = new StatedList();
  readonly #known: Set<string>;
  #start = WHOLE_LIST;
  #isUnnamed = false;
  /** The rows that the first page has at most, if it may be full; null: unknown. */
  #size: number | null = null;

  constructor(pages: NamedPages, options: RestOptions) {
    this.#pages = pages;
    this.#options = options;
    this.first = pages.first;
    this.firstNumber = pages.firstNumber;
    this.#known = new Set([pages.first.href]);
  }

  accepted(): readonly number[] {
    return [];
  }

  refused(): null {
    return null;
  }

  unproved(): void {
    // Nothing is asked for to be certain.
  }

  instead(): Promise<null> {
    return Promise.resolve(null);
  }

  async announced(page: AnsweredPage): Promise<URL | null> {
    const next = await this.#pages.nextOf(page);
    this.#isUnnamed = next === undefined;
    return next ?? null;
  }

  async next(read: ReadSoFar, { page, announced }: LastPage): Promise<URL | null> {
    const next = announced === null ? null : this.#checked(announced, page);
    if (next !== null && read.pages > 1 && read.lastRows > 0) return next;
    const signs = await endSigns(page, read.lastRows, this.#options.recordsPath);
    if (read.pages === 1) this.#begin(signs, read.lastRows);
    const following = next === null ? null : this.#beyond(next, page, { read, signs });
    if (next === null) this.#takeLast(signs, read);
    else this.#stated.add({ ...signs, hasMore: null }, read);
    this.#isUnnamed &&= this.#stated.isOpen(read);
    return following;
  }

  /** The next page, unless the last one was empty: services give its cursor again, or others for ever. */
  #beyond(
    next: URL,
    { url }: AnsweredPage,
    { read, signs }: { readonly read: ReadSoFar; readonly signs: EndSigns },
  ): URL | null {
    if (read.lastRows > 0) return next;
    return next.href === url.href || signs.hasMore === false ? null : next;
  }

  /** A total counts the rows before the first page of the read, too. */
  #begin({ limit, hasPrevious }: EndSigns, rows: number): void {
    const { page_size_param: parameter, page_size: size } = this.#options;
    const asked = parameter === '' ? null : this.first.searchParams.get(parameter);
    // A size in the path is a bound that its author wants.
    if (asked === String(size)) this.#size = size;
    else if (!namesSize(this.first)) this.#size = limit;
    this.#start = startOfUrl(this.first, { sizes: [limit, rows], hasPrevious });
    this.#stated.begin(this.#start);
  }

  #takeLast(found: EndSigns, read: ReadSoFar): void {
    const { pages, rows } = read;
    const numbers = this.#start.pages?.map((before) => before + pages) ?? null;
    const signs = withPages(found, numbers);
    // A token of the next page may also be on the last one of several.
    const hasMore = signs.hasMore ?? (signs.hasToken && pages === 1 ? true : null);
    // A total that may be that of the page does not say that there is no next one.
    const isOfPage = found.hasMore === true && pages === 1 && found.total === rows;
    this.#stated.add({ total: isOfPage ? null : signs.total, hasMore }, read);
  }

  warnings(read: ReadSoFar, isAtEnd: boolean): readonly string[] {
    const { remedy } = this.#pages;
    if (!isAtEnd || remedy === null) return [];
    const difference = this.#stated.difference(read);
    if (difference !== null) {
      return [`${difference.counts} ${difference.isMissing ? remedy : REPEATED}`];
    }
    const isOnly = this.#isUnnamed && read.pages === 1 && read.rows > 0;
    return isOnly ? this.#onlyPage(read.rows, remedy) : [];
  }

  /** What is uncertain of a page where no answer says whether there is another one. */
  #onlyPage(rows: number, remedy: string): readonly string[] {
    const { next_path: path } = this.#options;
    if (this.#pages.isAtPath) return [nothingAt(path)];
    return rows === this.#size ? [fullPage(rows, remedy)] : [];
  }

  /** @throws UserError for an earlier page, after which the same pages would follow again */
  #checked(next: URL, { url, label }: AnsweredPage): URL {
    if (this.#known.has(next.href) && next.href !== url.href) {
      throw new UserError(`${label} has an earlier page as the next page`);
    }
    this.#known.add(next.href);
    return next;
  }
}

function nothingAt(path: string): string {
  return `The first answer has nothing at the path "${path}" of options.next_path, so it was read as the only page. Correct the path if there are more rows.`;
}

function fullPage(rows: number, remedy: string): string {
  return `The answer has ${rows} rows, as many as a page has at most, and does not say that there are no others. ${remedy}`;
}
