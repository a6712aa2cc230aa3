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
import type { PageTable, PageTarget } from './page-table.ts';
import type { RestOptions } from './rest-options.ts';
import { RestRequests, type RestDeps } from './rest-requests.ts';
import { pathOf, withParameters } from './rest-url.ts';

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
    const pages = new RestPages(requests, url, { file, maxRows });
    return await pages.read(givenPageSize(target, requests.options));
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
  readonly #url: URL;
  readonly #target: PageTarget;
  readonly #pageFile: string;
  #table: PageTable | null = null;
  #rows = 0;
  #digest = '';

  constructor(requests: RestRequests, url: URL, target: PageTarget) {
    this.#requests = requests;
    this.#url = url;
    this.#target = target;
    this.#pageFile = `${target.file}.page`;
  }

  /** @param pageSize null: the number of rows of the first page */
  async read(pageSize: number | null): Promise<StagedRows> {
    try {
      const isComplete = await this.#readPages(pageSize);
      const rows = await (this.#table ?? (await this.#create(''))).finish();
      return isComplete ? rows : { ...rows, warnings: [...rows.warnings, this.#limitWarning()] };
    } finally {
      await this.#table?.dispose();
    }
  }

  /** @returns false when there may be further pages */
  async #readPages(givenSize: number | null): Promise<boolean> {
    const { page_param: parameter, max_pages: maxPages } = this.#requests.options;
    if (parameter === '' || this.#url.searchParams.has(parameter)) {
      await this.#readPage(null);
      return true;
    }
    let size = givenSize;
    for (let count = 0; count < maxPages; count++) {
      const rows = await this.#readPage(count);
      this.#rows += rows;
      size ??= rows;
      if (rows === 0 || rows < size) return true;
      if (this.#rows >= (this.#target.maxRows ?? Infinity)) return true;
    }
    return false;
  }

  /** @param count of the pages before; null: there is one page only @returns its number of rows */
  async #readPage(count: number | null): Promise<number> {
    const accepted = count === null || count === 0 ? [] : [NOT_FOUND];
    const url = this.#pageUrl(count);
    const { status, contentType } = await this.#requests.get(url, this.#pageFile, { accepted });
    // Some services have nothing after the last page.
    if (status === NOT_FOUND) return 0;
    if (count !== null) await this.#checkChanged(count);
    const table = this.#table ?? (await this.#create(contentType));
    const page = { file: this.#pageFile, label: this.#label(count) };
    await pageToUtf8(page, contentType);
    const rows = await table.add(page);
    await rm(this.#pageFile, { force: true });
    return rows;
  }

  #pageUrl(count: number | null): URL {
    if (count === null) return this.#url;
    const options = this.#requests.options;
    const size = [options.page_size_param, String(options.page_size)] as const;
    return withParameters(this.#url, [
      [options.page_param, String(options.start_page + count)],
      ...(options.page_size_param === '' ? [] : [size]),
    ]);
  }

  /** A service that ignores the parameter would give the first page again and again. */
  async #checkChanged(count: number): Promise<void> {
    const hash = createHash('sha256');
    await pipeline(createReadStream(this.#pageFile), hash);
    const digest = hash.digest('hex');
    if (digest === this.#digest && this.#rows > 0) {
      throw new UserError(
        `${this.#label(count)} is the same as the page before, so the service seems to ignore the parameter of options.page_param`,
      );
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
  #label(count: number | null): string {
    const page = count === null ? '' : `, page ${this.#requests.options.start_page + count},`;
    return `the answer of ${this.#url.pathname}${page}`;
  }

  #limitWarning(): string {
    const { max_pages: maxPages } = this.#requests.options;
    return `Only the first ${maxPages} pages were read, as options.max_pages says. There may be more.`;
  }
}
