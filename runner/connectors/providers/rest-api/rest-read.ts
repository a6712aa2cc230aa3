import { rm, writeFile } from 'node:fs/promises';
import type { CheckedOptions } from '../../../domain/check-parse-options.ts';
import { UserError } from '../../../domain/errors.ts';
import { halfCharactersWarning } from '../../../formats/half-characters.ts';
import type { HttpAnswer } from '../../http/http-client.ts';
import { optionsOf } from '../../provider.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import type { SqlRead, StagedRows } from '../../sql/sql-driver.ts';
import { CsvPages } from './csv-pages.ts';
import { JsonPages } from './json-pages.ts';
import { pageToUtf8 } from './page-encoding.ts';
import { ignoredPageOptions, optionsOfFormat } from './page-options.ts';
import { refuseMarkup } from './page-failure.ts';
import type { PageTable, PageTarget } from './page-table.ts';
import type { RestOptions } from './rest-options.ts';
import { pageDigest, pageRecords, recordsDigest } from './page-records.ts';
import type { AnsweredPage, Paging, ReadSoFar } from './paging.ts';
import { pagingOf } from './rest-paging.ts';
import { RepeatedRecords } from './repeated-records.ts';
import { RestRequests, type RestDeps } from './rest-requests.ts';
import { pathOf } from './rest-url.ts';

/** The statuses of an answer without a body, and of one that is a part. */
const NO_CONTENT = 204;
const PARTIAL_CONTENT = 206;

/** Why a read went no further. */
type EndOfRead = 'last page' | 'enough rows' | 'page limit';

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
  readonly #repeated = new RepeatedRecords();
  #table: PageTable | null = null;
  #pages = 0;
  #rows = 0;
  #digest = '';
  #recordsDigest: string | null = null;
  /** Sentences on options that the pages do not have. */
  #ignored: readonly string[] = [];
  /** The halves of characters of all pages, and where the first one is. */
  readonly #halves = { count: 0, first: '' };

  constructor(requests: RestRequests, paging: Paging, target: PageTarget) {
    this.#requests = requests;
    this.#paging = paging;
    this.#target = paging.firstNumber === null ? target : { ...target, repeated: this.#repeated };
    this.#pageFile = `${target.file}.page`;
  }

  async read(): Promise<StagedRows> {
    try {
      const end = await this.#readPages();
      const rows = await (this.#table ?? (await this.#create(''))).finish();
      const before = [...this.#ignored, ...this.#halvesWarnings()];
      return { ...rows, warnings: [...before, ...rows.warnings, ...this.#warningsOf(end)] };
    } finally {
      await this.#table?.dispose();
    }
  }

  async #readPages(): Promise<EndOfRead> {
    let url: URL | null = this.#paging.first;
    const { max_pages: maxPages } = this.#requests.options;
    while (url !== null && (this.#pages < maxPages || this.#paging.isProving)) {
      url = await this.#readPage(url);
      if (this.#rows >= (this.#target.maxRows ?? Infinity)) return 'enough rows';
    }
    return url === null ? 'last page' : 'page limit';
  }

  #warningsOf(end: EndOfRead): readonly string[] {
    if (end === 'enough rows') return [];
    const isAtEnd = end === 'last page';
    const limit = isAtEnd ? [] : [this.#limitWarning()];
    const repeated = this.#repeated.warning();
    const found = [...limit, ...this.#paging.warnings(this.#soFar(0), isAtEnd)];
    return repeated === null ? found : [...found, repeated];
  }

  #soFar(lastRows: number): ReadSoFar {
    return { pages: this.#pages, rows: this.#rows, lastRows };
  }

  /** @returns the next page; null after the last one */
  async #readPage(url: URL): Promise<URL | null> {
    const accepted = this.#paging.accepted(this.#soFar(0));
    const answer = await this.#answer(url, accepted);
    if (answer === null) return null;
    const { status, refusal: text } = answer;
    if (text !== null) return this.#paging.refused({ status, text }, this.#soFar(0));
    const table = this.#table ?? (await this.#create(answer.contentType));
    const page = await this.#received(answer, url, table instanceof JsonPages);
    const instead = await this.#paging.instead(page);
    if (instead !== null) return instead === 'end' ? null : instead;
    if (page.isJson || this.#pages > 0) await refuseMarkup(page);
    if (this.#paging.firstNumber !== null) await this.#checkChanged(page);
    const announced = await this.#paging.announced(page);
    const { count: lastRows, lastRecords } = await table.add(page);
    this.#pages += 1;
    this.#rows += lastRows;
    // Pages without rows may follow each other.
    if (lastRows === 0) {
      this.#digest = '';
      this.#recordsDigest = null;
    }
    const next = await this.#paging.next(this.#soFar(lastRows), { page, announced, lastRecords });
    await rm(this.#pageFile, { force: true });
    return next;
  }

  /** @returns null for the failure of a request that adds no rows @throws UserError, or an error of the network */
  async #answer(url: URL, accepted: readonly number[]): Promise<HttpAnswer | null> {
    try {
      return await this.#requests.get(url, this.#pageFile, { accepted });
    } catch (error) {
      if (!this.#paging.isProving) throw error;
      this.#paging.unproved();
      return null;
    }
  }

  /** The page that was saved, as its readers expect it. */
  async #received(answer: HttpAnswer, url: URL, isJson: boolean): Promise<AnsweredPage> {
    const { status, headers, contentType } = answer;
    const page = { file: this.#pageFile, label: this.#label(url), url, headers, isJson };
    if (isJson && status === NO_CONTENT) await writeFile(page.file, 'null');
    const encoding = isJson ? undefined : this.#parseOptions.encoding;
    const { count, firstLine } = await pageToUtf8(page, contentType, encoding);
    this.#halves.first ||= count === 0 ? '' : `in line ${firstLine} of ${page.label}`;
    this.#halves.count += count;
    return { ...page, isPartial: status === PARTIAL_CONTENT };
  }

  /** A service that ignores the parameter would give the first page again and again. */
  async #checkChanged(page: AnsweredPage): Promise<void> {
    const digest = await pageDigest(page.file);
    const records = await recordsDigest(page, this.#requests.options.recordsPath);
    const isSame = digest === this.#digest || (await this.#hasSameRecords(page, records));
    if (isSame && this.#rows > 0) {
      const { paging, page_param: parameter } = this.#requests.options;
      const cause =
        paging === 'link'
          ? ''
          : `, so the service seems to ignore the parameter "${parameter}" of options.page_param. If the answer has its list under a key of its own, name the key in options.records_path`;
      throw new UserError(`${page.label} is the same as the page before${cause}`);
    }
    this.#digest = digest;
    this.#recordsDigest = records;
  }

  /** The time of an answer may differ. Records that are equal to each other may also be those of two pages. */
  async #hasSameRecords(page: AnsweredPage, digest: string | null): Promise<boolean> {
    if (digest === null || digest !== this.#recordsDigest) return false;
    const { digests } = await pageRecords(page, this.#requests.options.recordsPath);
    return digests.length > 1 && new Set(digests).size === digests.length;
  }

  async #create(contentType: string): Promise<PageTable> {
    const { response_format: given, recordsPath: path } = this.#requests.options;
    const isCsv = given === 'csv' || (given === 'auto' && /\bcsv\b/.test(contentType));
    const format = isCsv ? 'csv' : 'json';
    const options = optionsOfFormat(format, this.#parseOptions);
    this.#ignored = ignoredPageOptions(format, this.#requests.given).map(({ message }) => message);
    this.#table = isCsv
      ? new CsvPages(this.#target, options)
      : await JsonPages.create(this.#target, { path, options });
    return this.#table;
  }

  get #parseOptions(): CheckedOptions {
    return this.#requests.options.parseOptions;
  }

  /** The path without its parameters. */
  #label({ pathname }: URL): string {
    const { firstNumber } = this.#paging;
    const page = firstNumber === null ? '' : `, page ${firstNumber + this.#pages},`;
    return `the answer of ${pathname}${page}`;
  }

  #halvesWarnings(): readonly string[] {
    const { count, first } = this.#halves;
    return halfCharactersWarning(count, first.replace(/,$/, '')).map(({ message }) => message);
  }

  #limitWarning(): string {
    const { max_pages: maxPages } = this.#requests.options;
    return `Only the first ${maxPages} pages were read, as options.max_pages says. There may be more.`;
  }
}
