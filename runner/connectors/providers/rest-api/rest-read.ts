import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../../domain/errors.ts';
import { optionsOf, type ConnectionTarget } from '../../provider.ts';
import type { SqlRead, StagedRows } from '../../sql/sql-driver.ts';
import { CsvPages } from './csv-pages.ts';
import { JsonPages } from './json-pages.ts';
import { pageToUtf8 } from './page-encoding.ts';
import type { Page, PageTable, PageTarget } from './page-table.ts';
import type { RestOptions } from './rest-options.ts';
import { pagingOf, type Paging } from './rest-paging.ts';
import { RestRequests, type RestDeps } from './rest-requests.ts';
import { pathOf } from './rest-url.ts';

const NOT_FOUND = 404;

/**
 * Reads the pages of an endpoint into a columnar file.
 * @throws UserError, or an error of the network
 */
export async function readRest(
  target: ConnectionTarget,
  { source, maxRows, file }: SqlRead,
  deps: RestDeps = {},
): Promise<StagedRows> {
  const requests = new RestRequests(target, deps);
  try {
    const url = requests.url(pathOf(source));
    const paging = pagingOf(url, requests.options, givenPageSize(target, requests.options));
    return await new RestPages(requests, paging, { file, maxRows }).read();
  } finally {
    requests.close();
    const scratch = [`${file}.page`, `${file}.page.utf8`];
    await Promise.all(scratch.map((one) => rm(one, { force: true })));
  }
}

/** The size of a full page; null: only the first page shows it. */
function givenPageSize({ connection }: ConnectionTarget, options: RestOptions): number | null {
  const isGiven = options.page_size_param !== '' || 'page_size' in optionsOf(connection);
  return isGiven ? options.page_size : null;
}

/** The pages of one read. */
class RestPages {
  readonly #requests: RestRequests;
  readonly #paging: Paging;
  readonly #target: PageTarget;
  readonly #pageFile: string;
  #table: PageTable | null = null;
  #pages = 0;
  #rows = 0;
  #digest = '';

  constructor(requests: RestRequests, paging: Paging, target: PageTarget) {
    this.#requests = requests;
    this.#paging = paging;
    this.#target = target;
    this.#pageFile = `${target.file}.page`;
  }

  async read(): Promise<StagedRows> {
    try {
      const isComplete = await this.#readPages();
      const rows = await (this.#table ?? (await this.#create(''))).finish();
      return isComplete ? rows : { ...rows, warnings: [...rows.warnings, this.#limitWarning()] };
    } finally {
      await this.#table?.dispose();
    }
  }

  /** @returns false when there may be further pages */
  async #readPages(): Promise<boolean> {
    let url: URL | null = this.#paging.first;
    while (url !== null && this.#pages < this.#requests.options.max_pages) {
      url = await this.#readPage(url);
      if (this.#rows >= (this.#target.maxRows ?? Infinity)) return true;
    }
    return url === null;
  }

  /** @returns the next page; null after the last one */
  async #readPage(url: URL): Promise<URL | null> {
    const accepted = this.#paging.endsWithNotFound && this.#pages > 0 ? [NOT_FOUND] : [];
    const { status, ...answer } = await this.#requests.get(url, this.#pageFile, { accepted });
    if (status === NOT_FOUND) return null;
    const page = { file: this.#pageFile, label: this.#label(url), url, link: answer.link };
    if (this.#paging.firstNumber !== null) await this.#checkChanged(page);
    const table = this.#table ?? (await this.#create(answer.contentType));
    await pageToUtf8(page, answer.contentType);
    const announced = await this.#paging.announced(page);
    const lastRows = await table.add(page);
    await rm(this.#pageFile, { force: true });
    this.#pages += 1;
    this.#rows += lastRows;
    return this.#paging.next({ pages: this.#pages, rows: this.#rows, lastRows }, announced);
  }

  /** A service that ignores the parameter would give the first page again and again. */
  async #checkChanged({ file, label }: Page): Promise<void> {
    const hash = createHash('sha256');
    await pipeline(createReadStream(file), hash);
    const digest = hash.digest('hex');
    if (digest === this.#digest && this.#rows > 0) {
      const { paging, page_param: parameter } = this.#requests.options;
      const cause =
        paging === 'link'
          ? ''
          : `, so the service seems to ignore the parameter "${parameter}" of options.page_param`;
      throw new UserError(`${label} is the same as the page before${cause}`);
    }
    this.#digest = digest;
  }

  async #create(contentType: string): Promise<PageTable> {
    const { response_format: format, records_path: path } = this.#requests.options;
    const isCsv = format === 'csv' || (format === 'auto' && /\bcsv\b/.test(contentType));
    const keys = path === '' ? [] : path.split('.');
    const table = isCsv ? new CsvPages(this.#target) : await JsonPages.create(this.#target, keys);
    this.#table = table;
    return table;
  }

  /** The path without its parameters. */
  #label({ pathname }: URL): string {
    const { firstNumber } = this.#paging;
    const page = firstNumber === null ? '' : `, page ${firstNumber + this.#pages},`;
    return `the answer of ${pathname}${page}`;
  }

  #limitWarning(): string {
    const { max_pages: maxPages } = this.#requests.options;
    return `Only the first ${maxPages} pages were read, as options.max_pages says. There may be more.`;
  }
}
