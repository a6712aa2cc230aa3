import { rm } from 'node:fs/promises';
import { UserError } from '../../../domain/errors.ts';
import polars from '../../../engines/polars/pinned/library.ts';
import { JsonArrayCutter, type RecordText } from '../../../formats/json/json-records.ts';
import { JsonTable } from '../../../formats/json/json-table.ts';
import { headerNames } from '../../../formats/header-names.ts';
import { StagedTable } from '../../../formats/staged-table.ts';
import { markRounded } from '../../../formats/rounded-decimal.ts';
import { convertIsoDates } from '../../../formats/convert-iso-dates.ts';
import { NO_DATES_WARNING } from '../../../formats/upload-warnings.ts';
import type { CheckedOptions } from '../../../domain/check-parse-options.ts';
import type { FileWarning } from '../../../domain/file-warning.ts';
import type { StagedRows } from '../../sql/sql-driver.ts';
import { stagedFile } from './columnar-file.ts';
import { KEPT_RECORDS } from './end-probe.ts';
import { findRecords, recordBytes } from './json-records.ts';
import { recordDigest } from './page-records.ts';
import type { AddedRows, Page, PageTable, PageTarget } from './page-table.ts';
import type { RecordsPath } from './records-path.ts';

const MAX_SHOWN_LISTS = 5;
const ID = /^_?(?:id|uuid|key|number)$/i;

/** How JSON pages are read. */
export interface JsonRules {
  readonly path: RecordsPath;
  /** Those of JSON files. */
  readonly options: CheckedOptions;
}

/** Collects JSON pages by the rules of JSON files: the columns are the union of the keys of all pages. */
export class JsonPages implements PageTable {
  readonly #target: PageTarget;
  readonly #path: RecordsPath;
  readonly #options: CheckedOptions;
  readonly #staged: StagedTable;
  readonly #table: JsonTable;
  /** The keys of lists of objects in a page that is read as one row; null: no page is. */
  #listsInRow: readonly string[] | null = null;
  /** The keys of the list of a page; null: none had one. */
  #list: readonly string[] | null = null;

  private constructor(target: PageTarget, how: JsonRules, staged: StagedTable) {
    this.#target = target;
    this.#path = how.path;
    this.#options = how.options;
    this.#staged = staged;
    this.#table = new JsonTable(staged);
  }

  static async create(target: PageTarget, how: JsonRules): Promise<JsonPages> {
    return new JsonPages(target, how, await StagedTable.create(`${target.file}.staged`));
  }

  async add(page: Page): Promise<AddedRows> {
    const place = await findRecords(page, this.#path, { listBefore: this.#list });
    if (place === null) return { count: 0, lastRecords: [] };
    if (place.kind === 'list') this.#list ??= place.path;
    const cutter = new JsonArrayCutter(page.label);
    let count = 0;
    let last: readonly string[] = [];
    const take = async (records: readonly RecordText[]): Promise<void> => {
      await this.#addRecords(records, page);
      count += records.length;
      const texts = records.slice(-KEPT_RECORDS).map(({ text }) => text);
      last = [...last, ...texts].slice(-KEPT_RECORDS);
    };
    for await (const chunk of recordBytes(page, place)) {
      const records = cutter.push(chunk);
      if (place.kind === 'object' && this.#path.isSearched) this.#seekLists(records);
      await take(records);
    }
    await take(cutter.end());
    return { count, lastRecords: last.map(recordDigest) };
  }

  /** Finds what may be the records, in the first page that is read as one row. */
  #seekLists([row]: readonly RecordText[]): void {
    if (row === undefined || this.#listsInRow !== null) return;
    this.#listsInRow = listsOfObjects(row.text);
  }

  /** Rows beyond the limit are read, but left out. */
  async #addRecords(records: readonly RecordText[], page: Page): Promise<void> {
    const free = (this.#target.maxRows ?? Infinity) - this.#staged.rowCount;
    for (const record of records.slice(0, free)) {
      this.#table.add(record, page.label);
    }
    await this.#staged.flush();
  }

  async finish(): Promise<StagedRows> {
    const { rowCount } = this.#staged;
    const { names } = this.#table;
    if (rowCount > 0 && names.length === 0) {
      throw new UserError('the records are objects without keys, so there are no columns');
    }
    await this.#staged.toParquet(polars, headerNames(names), this.#target.file);
    const dates = await this.#convertDates();
    const file = await stagedFile(this.#target.file, rowCount);
    const found = this.#table.warnings();
    const warnings = [...found, ...dates].map(({ message }) => message);
    return {
      ...file,
      columns: markRounded(file.columns, found),
      warnings: [...file.warnings, ...listsWarning(this.#listsInRow ?? []), ...warnings],
    };
  }

  async #convertDates(): Promise<readonly FileWarning[]> {
    if (this.#options.dates !== true) return [];
    return (await convertIsoDates(polars, this.#target.file)) === 0 ? [NO_DATES_WARNING] : [];
  }

  async dispose(): Promise<void> {
    await this.#staged.dispose();
    await rm(`${this.#target.file}.dates`, { force: true });
  }
}

/**
 * The keys of an object under which it has a list that begins with an object. None if the text is no JSON, or the
 * object has an id: it is a record with parts, such as an order with its lines.
 */
function listsOfObjects(text: string): readonly string[] {
  const object = parsed(text);
  if (typeof object !== 'object' || object === null) return [];
  if (Object.keys(object).some((key) => ID.test(key))) return [];
  const isList = (value: unknown): boolean =>
    Array.isArray(value) && typeof value[0] === 'object' && value[0] !== null;
  return Object.entries(object).flatMap(([key, value]) => (isList(value) ? [key] : []));
}

/** Undefined: it is no JSON, which the table of records reports. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function listsWarning(keys: readonly string[]): string[] {
  if (keys.length === 0) return [];
  const names = keys.slice(0, MAX_SHOWN_LISTS).map((key) => `"${key}"`);
  return [
    `Each answer is read as one row, though it has lists of objects, ${names.join(', ')}: if one has the records, set options.records_path to its name.`,
  ];
}
