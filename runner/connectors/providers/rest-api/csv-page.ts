import type { CheckedOptions } from '../../../domain/check-parse-options.ts';
import { UserError } from '../../../domain/errors.ts';
import { DelimitedRecords } from '../../../formats/delimited/delimited-records.ts';
import { OtherRecords } from '../../../formats/delimited/other-records.ts';
import { needsRewriting, otherRules } from '../../../formats/delimited/other-rules.ts';
import { hasByteOrderMark } from '../../../formats/text/file-chunks.ts';
import { chunksBelow } from '../../../formats/text/skip-lines.ts';
import type { Page } from './page-table.ts';
import type { RepeatedRecords } from './repeated-records.ts';

/** The marks of a delimited file are ASCII: read and written as latin-1, cells keep their bytes in any encoding. */
export const BYTES = 'latin1';

/** How the pages of a read are taken apart. */
export interface CsvRules {
  readonly options: CheckedOptions;
  readonly delimiter: string;
  /** The lines above the header of this page. */
  readonly skippedLines: number;
  /** Takes the rows. */
  readonly repeated?: RepeatedRecords;
}

/** Takes a page apart: its header, its rows and the text below the header. */
export class CsvPage {
  readonly #page: Page;
  readonly #rules: CsvRules;
  readonly #hasHeader: boolean;
  #header: readonly string[] | null = null;
  #rowCount = 0;

  constructor(page: Page, rules: CsvRules) {
    this.#page = page;
    this.#rules = rules;
    this.#hasHeader = rules.options.has_header ?? true;
  }

  /** The cells of the header; null: there is none. */
  get header(): readonly string[] | null {
    return this.#header;
  }

  get rowCount(): number {
    return this.#rowCount;
  }

  /** The text below the header, as it is. @throws UserError for a quote that is never closed */
  async *below(): AsyncGenerator<string> {
    const { options, delimiter, skippedLines } = this.#rules;
    const reader = needsRewriting(options)
      ? new OtherRecords(otherRules(options, delimiter))
      : new DelimitedRecords(delimiter, options.comment);
    let isFirst = true;
    for await (const chunk of chunksBelow(this.#page.file, skippedLines)) {
      let text = (isFirst && hasByteOrderMark(chunk) ? chunk.subarray(3) : chunk).toString(BYTES);
      isFirst = false;
      while (this.#isAboveRows && text !== '') {
        const end = endOfLine(text);
        this.#take(reader.push(text.slice(0, end)));
        text = text.slice(end);
      }
      this.#take(reader.push(text));
      yield text;
    }
    if (reader.isInQuotes) {
      throw new UserError(`${this.#page.label} has a quote that is never closed.`);
    }
    this.#take(reader.end());
  }

  /** Reads the page for its header and its number of rows only. @throws UserError as `below` */
  async scan(): Promise<void> {
    const texts = this.below();
    while ((await texts.next()).done !== true);
  }

  get #isAboveRows(): boolean {
    return this.#hasHeader && this.#header === null;
  }

  #takeRow(cells: readonly string[]): void {
    this.#rowCount++;
    this.#rules.repeated?.take(JSON.stringify(cells), this.#page.label);
  }

  /** @param records null is a line without cells */
  #take(records: readonly (readonly string[] | null)[]): void {
    for (const record of records) {
      if (record === null) continue;
      if (this.#isAboveRows) this.#header = record;
      else this.#takeRow(record);
    }
  }
}

/** The length of the first line with its end; a part of a line has none. */
function endOfLine(text: string): number {
  return /^[^\r\n]*(?:\r\n|\r|\n)?/.exec(text)?.[0].length ?? text.length;
}
