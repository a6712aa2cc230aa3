import { rm } from 'node:fs/promises';
import { UserError } from '../../../domain/errors.ts';
import polars from '../../../engines/polars/pinned/library.ts';
import { ReplacedHalves } from '../../../formats/json/half-characters.ts';
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
import { findRecords, recordBytes } from './json-records.ts';
import type { Page, PageTable, PageTarget } from './page-table.ts';

const MAX_SHOWN_LISTS = 5;
const ID = /^_?(?:id|uuid|key|number)$/i;

/** How JSON pages are read. */
export interface JsonRules {
  /** The keys of the records in each page; empty: they are searched. */
  readonly path: readonly string[];
  /** Those of JSON files. */
  readonly options: CheckedOptions;
}

/** Collects JSON pages by the rules of JSON files: the columns are the union of the keys of all pages. */
export class JsonPages implements PageTable {
  readonly #target: PageTarget;
  readonly #path: readonly string[];
  readonly #options: CheckedOptions;
  readonly #staged: StagedTable;
  readonly #table: JsonTable;
  readonly #halves = new ReplacedHalves();
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

  async add(page: Page): Promise<number> {
    const place = await findRecords(page, this.#path, { listBefore: this.#list });
    if (place === null) return 0;
    if (place.kind === 'list') this.#list ??= place.path;
    const cutter = new JsonArrayCutter(page.label);
    let count = 0;
    for await (const chunk of recordBytes(page, place)) {
      const records = cutter.push(chunk);
      if (place.kind === 'object' && this.#path.length === 0) this.#seekLists(records);
      count += await this.#addRecords(records, page);
    }
    return count + (await this.#addRecords(cutter.end(), page));
  }

  /** Finds what may be the records, in the first page that is read as one row. */
  #seekLists([row]: readonly RecordText[]): void {
    if (row === undefined || this.#listsInRow !== null) return;
    this.#listsInRow = listsOfObjects(row.text);
  }

  /** Rows beyond the limit are read, but left out. */
  async #addRecords(records: readonly RecordText[], page: Page): Promise<number> {
    const free = (this.#target.maxRows ?? Infinity) - this.#staged.rowCount;
    for (const record of records.slice(0, free)) {
      this.#table.add(this.#halves.replaced(record), page.label);
    }
    await this.#staged.flush();
    return records.length;
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
      warnings: [
        ...file.warnings,
        ...listsWarning(this.#listsInRow ?? []),
        ...this.#halves.warnings(),
        ...warnings,
      ],
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
