import type { StagedRows } from '../../sql/sql-driver.ts';
import type { RepeatedRecords } from './repeated-records.ts';

/** A page that was received. */
export interface Page {
  /** Its body. The table may move it. */
  readonly file: string;
  /** Names the page in messages. */
  readonly label: string;
}

/** Where the rows go. */
export interface PageTarget {
  readonly file: string;
  /** Further rows are left out; null: none. */
  readonly maxRows: number | null;
  /** Takes the records of each page, to find those that several pages have. Absent: there is one page. */
  readonly repeated?: RepeatedRecords;
}

/** The rows of a page. */
export interface AddedRows {
  readonly count: number;
  /** The digests of the last records; empty: the page is not JSON. */
  readonly lastRecords: readonly string[];
}

/** Collects the rows of pages in a columnar file, in bounded memory. */
export interface PageTable {
  /** Adds a page. @throws UserError */
  add(page: Page): Promise<AddedRows>;
  /** Writes the file. @throws UserError */
  finish(): Promise<StagedRows>;
  dispose(): Promise<void>;
}
