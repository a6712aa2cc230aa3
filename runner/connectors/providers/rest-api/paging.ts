import type { AnswerHeaders } from '../../http/http-client.ts';
import type { Page } from './page-table.ts';
import type { RestOptions } from './rest-options.ts';

/** An answer before its rows are taken. */
export interface AnsweredPage extends Page {
  /** What was requested, without the secret. */
  readonly url: URL;
  readonly headers: AnswerHeaders;
  readonly isJson: boolean;
  /** Whether its status says that it is a part of the list. */
  readonly isPartial: boolean;
}

/** An answer without a page, because of its status. */
export interface Refusal {
  readonly status: number;
  /** How its body begins. */
  readonly text: string;
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
  /** The statuses that may mean that there is no such page. */
  accepted(read: ReadSoFar): readonly number[];
  /**
   * Takes an answer with such a status, which ends the read.
   * @returns what to request to be certain of it; null: nothing @throws UserError for one that is a failure
   */
  refused(refusal: Refusal, read: ReadSoFar): URL | null;
  /** Whether the next answer only shows whether the last row was read; it adds none. */
  readonly isProving: boolean;
  /** Takes the failure of such a request. @throws UserError if the end is a failure then */
  unproved(): void;
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
  /** The digests of its last records; empty: it is not JSON. */
  readonly lastRecords: readonly string[];
}

/** Pages that are requested by their number, or by the number of rows before them. */
export interface CountedPages {
  readonly options: RestOptions;
  /** The rows of a full page; null: those of the first one. */
  readonly givenSize: number | null;
  /**
   * @param position the number of a page, or of the rows before it
   * @param size the rows to ask for; undefined: as the connection says
   */
  urlOf(position: number, size?: number): URL;
}
