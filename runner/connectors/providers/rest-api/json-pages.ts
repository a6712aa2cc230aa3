import { rm } from 'node:fs/promises';
import { UserError } from '../../../domain/errors.ts';
import polars from '../../../engines/polars/pinned/library.ts';
import { JsonArrayCutter, type RecordText } from '../../../formats/json/json-records.ts';
import { JsonTable } from '../../../formats/json/json-table.ts';
import { headerNames } from '../../../formats/header-names.ts';
import { StagedTable } from '../../../formats/staged-table.ts';
import { markRounded } from '../../../formats/rounded-decimal.ts';
import { convertIsoDates } from '../../../formats/convert-iso-dates.ts';
import type { CheckedOptions } from '../../../domain/check-parse-options.ts';
import type { FileWarning } from '../../../domain/file-warning.ts';
import type { StagedRows } from '../../sql/sql-driver.ts';
import { stagedFile } from './columnar-file.ts';
import { AnswerDoubts } from './answer-doubts.ts';
import { KEPT_RECORDS } from './end-probe.ts';
import { findRecords, recordBytes, type RecordsPlace } from './json-records.ts';
import { recordDigest } from './page-records.ts';
import type { AddedRows, Page, PageTable, PageTarget } from './page-table.ts';
import type { RecordsPath } from './records-path.ts';

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
  readonly #doubts: AnswerDoubts;
  /** The keys of the list of a page; null: none had one. */
  #list: readonly string[] | null = null;

  private constructor(target: PageTarget, how: JsonRules, staged: StagedTable) {
    this.#target = target;
    this.#path = how.path;
    this.#options = how.options;
    this.#staged = staged;
    this.#table = new JsonTable(staged);
    this.#doubts = new AnswerDoubts(how.path.isSearched);
  }

  static async create(target: PageTarget, how: JsonRules): Promise<JsonPages> {
    return new JsonPages(target, how, await StagedTable.create(`${target.file}.staged`));
  }

  async add(page: Page): Promise<AddedRows> {
    const place = await findRecords(page, this.#path, { listBefore: this.#list });
    if (place === null) return { count: 0, lastRecords: [] };
    this.#target.repeated?.begin();
    if (place.kind === 'list') this.#list ??= place.path;
    const cutter = new JsonArrayCutter(page.label);
    let count = 0;
    let row = '';
    let last: readonly string[] = [];
    const take = async (records: readonly RecordText[]): Promise<void> => {
      await this.#addRecords(records, page);
      count += records.length;
      if (place.kind === 'object') row = records[0]?.text ?? row;
      const digests = records.slice(-KEPT_RECORDS).map(({ text }) => recordDigest(text));
      last = [...last, ...digests].slice(-KEPT_RECORDS);
    };
    for await (const chunk of recordBytes(page, place)) {
      await take(cutter.push(chunk));
    }
    await take(cutter.end());
    this.#takeDoubts(page, place, row);
    return { count, lastRecords: last };
  }

  /** @param row the text of an answer that is one row */
  #takeDoubts({ label }: Page, place: NonNullable<RecordsPlace>, row: string): void {
    if (place.kind === 'object' && place.path.length === 0) this.#doubts.takeRow(row, label);
    else this.#doubts.takeList(place, label);
  }

  /** Rows beyond the limit are read, but left out. */
  async #addRecords(records: readonly RecordText[], page: Page): Promise<void> {
    const free = (this.#target.maxRows ?? Infinity) - this.#staged.rowCount;
    for (const record of records.slice(0, free)) {
      this.#table.add(record, page.label);
    }
    for (const { text } of records) this.#target.repeated?.take(text, page.label);
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
      warnings: [...file.warnings, ...this.#doubts.warnings(), ...warnings],
    };
  }

  async #convertDates(): Promise<readonly FileWarning[]> {
    if (this.#options.dates !== true) return [];
    return await convertIsoDates(polars, this.#target.file);
  }

  async dispose(): Promise<void> {
    await this.#staged.dispose();
    await rm(`${this.#target.file}.dates`, { force: true });
  }
}
