import type { Page } from './page-table.ts';

/** An answer before its rows are taken. */
export interface AnsweredPage extends Page {
  /** What was requested, without the secret. */
  readonly url: URL;
  /** Its header `Link`; empty: none. */
  readonly link: string;
  /** The rows of all pages as its headers state them; empty: they do not. */
  readonly total: string;
  readonly isJson: boolean;
}

/** How far a read is. */
export interface ReadSoFar {
  readonly pages: number;
  readonly rows: number;
  /** Those of the last page. */
  readonly lastRows: number;
}

/** How a service divides a list into pages. */
export interface Paging {
  readonly first: URL;
  /** The number of the first page in messages; null: there is one page. */
  readonly firstNumber: number | null;
  /** The statuses that mean that there is no such page. */
  accepted(read: ReadSoFar): readonly number[];
  /** The next page that an answer names; null: none. @throws UserError for an answer that names no such page */
  announced(page: AnsweredPage): Promise<URL | null>;
  /** What to read instead of the rows of a page, `end`: nothing; null: its rows are the next ones. */
  instead(page: AnsweredPage): Promise<URL | 'end' | null>;
  /** @returns null after the last page */
  next(read: ReadSoFar, last: LastPage): Promise<URL | null>;
  /** What is uncertain of the pages that were read. @param isAtEnd whether the last one is among them */
  warnings(read: ReadSoFar, isAtEnd: boolean): readonly string[];
}

/** The page whose rows were taken last, and what it announced. */
export interface LastPage {
  readonly page: AnsweredPage;
  readonly announced: URL | null;
}
