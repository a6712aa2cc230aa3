import { UserError } from '../../domain/errors.ts';

/** Maximum length of a record in memory, in UTF-16 code units. */
const MAX_RECORD_UNITS = 1 << 27;

/**
 * Splits delimited text into records of cells as spreadsheet programs do. A quote opens a quoted cell only
 * as its first character, and text after the closing quote belongs to the cell. CR, LF and CR LF end a
 * record. Blank lines are skipped.
 */
export class DelimitedRecords {
  readonly #delimiter: string;
  readonly #special: RegExp;
  #pending = { afterQuote: false, afterReturn: false };
  #cells: string[] = [];
  #cell = '';
  #inQuotes = false;
  #wasQuoted = false;
  /** Number of columns of the first record; 0 before it. */
  #width = 0;
  readonly #comment: string | undefined;
  #inComment = false;

  /** @param comment first character of comment lines, which are skipped */
  constructor(delimiter: string, comment?: string) {
    this.#delimiter = delimiter;
    this.#comment = comment;
    this.#special = new RegExp(`["\\r\\n${delimiter === '|' ? '\\|' : delimiter}]`, 'g');
  }

  /** Whether a quoted cell is still open: at the end of a file, its record is incomplete. */
  get isInQuotes(): boolean {
    return this.#inQuotes && !this.#pending.afterQuote;
  }

  /** Returns the records that the text completes. @throws UserError when a record is too long */
  push(text: string): string[][] {
    if (this.#cell.length > MAX_RECORD_UNITS) {
      throw new UserError('One row is longer than 128 MiB: a quote may never be closed.');
    }
    return this.#consume(text);
  }

  end(): string[][] {
    return this.#consume('\n');
  }

  #consume(text: string): string[][] {
    const records: string[][] = [];
    let index = this.#resume(text);
    while (index < text.length) {
      if (this.#inComment || this.#beginsComment(text, index)) {
        index = this.#skipComment(text, index);
      } else {
        index = this.#inQuotes ? this.#quoted(text, index) : this.#plain(text, index, records);
      }
    }
    return records;
  }

  #beginsComment(text: string, index: number): boolean {
    if (this.#comment === undefined || text[index] !== this.#comment) return false;
    return this.#cells.length === 0 && this.#cell === '' && !this.#wasQuoted && !this.#inQuotes;
  }

  /** @returns the index of the line's end, which then counts as a blank line */
  #skipComment(text: string, from: number): number {
    const end = /[\r\n]/g;
    end.lastIndex = from;
    const found = end.exec(text);
    this.#inComment = found === null;
    return found?.index ?? text.length;
  }

  /** Resolves a quote or CR at the end of the previous text by the first character of this one. */
  #resume(text: string): number {
    if (text === '') return 0;
    const { afterQuote, afterReturn } = this.#pending;
    this.#pending = { afterQuote: false, afterReturn: false };
    if (afterReturn && text.startsWith('\n')) return 1;
    if (!afterQuote) return 0;
    if (text.startsWith('"')) {
      this.#cell += '"';
      return 1;
    }
    this.#inQuotes = false;
    return 0;
  }

  #plain(text: string, from: number, records: string[][]): number {
    this.#special.lastIndex = from;
    const found = this.#special.exec(text);
    if (found === null) {
      this.#cell += text.slice(from);
      return text.length;
    }
    this.#cell += text.slice(from, found.index);
    const mark = found[0];
    if (mark === '"') this.#quote();
    else if (mark === this.#delimiter) this.#endCell();
    else this.#endRecord(records);
    this.#pending.afterReturn = mark === '\r' && found.index + 1 === text.length;
    const pair = mark === '\r' && text[found.index + 1] === '\n';
    return found.index + (pair ? 2 : 1);
  }

  #quote(): void {
    if (this.#cell === '' && !this.#wasQuoted) {
      this.#inQuotes = true;
      this.#wasQuoted = true;
    } else this.#cell += '"';
  }

  #quoted(text: string, from: number): number {
    const quote = text.indexOf('"', from);
    if (quote < 0) {
      this.#cell += text.slice(from);
      return text.length;
    }
    this.#cell += text.slice(from, quote);
    if (quote + 1 === text.length) {
      this.#pending.afterQuote = true;
      return text.length;
    }
    if (text[quote + 1] === '"') {
      this.#cell += '"';
      return quote + 2;
    }
    this.#inQuotes = false;
    return quote + 1;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#wasQuoted = false;
  }

  #endRecord(records: string[][]): void {
    if (this.#isBlank()) {
      this.#cell = '';
      return;
    }
    this.#endCell();
    records.push(this.#cells);
    if (this.#width === 0) this.#width = this.#cells.length;
    this.#cells = [];
  }

  #isBlank(): boolean {
    if (this.#cells.length > 0 || this.#wasQuoted) return false;
    return this.#cell === '' || (this.#width !== 1 && /^[ \t]*$/.test(this.#cell));
  }
}
