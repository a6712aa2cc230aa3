import { UserError } from '../domain/errors.ts';

/** The longest record that is held in memory, in UTF-16 code units. */
const LONGEST_RECORD = 1 << 27;

/**
 * Cuts delimited text into records of cells as spreadsheet programs do: a quote opens a quoted cell
 * only as its first character, text after the closing quote belongs to the cell, CR, LF and CR LF
 * end a record, and blank lines are no records.
 */
export class DelimitedRecords {
  readonly #delimiter: string;
  readonly #special: RegExp;
  #rest = '';
  #cells: string[] = [];
  #cell = '';
  #inQuotes = false;
  #wasQuoted = false;
  /** Columns of the first record, 0 before it. */
  #width = 0;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
    this.#special = new RegExp(`["\\r\\n${delimiter === '|' ? '\\|' : delimiter}]`, 'g');
  }

  /** @throws UserError when one record is too long to be held */
  push(text: string): string[][] {
    if (this.#cell.length + this.#rest.length > LONGEST_RECORD) {
      throw new UserError('One row is longer than 128 MiB: a quote may never be closed.');
    }
    const whole = this.#rest + text;
    // A quote or a carriage return may pair with the character that comes next.
    const cut = /["\r]$/.test(whole) ? whole.length - 1 : whole.length;
    this.#rest = whole.slice(cut);
    return this.#consume(whole.slice(0, cut));
  }

  end(): string[][] {
    const records = this.#consume(`${this.#rest}\n`);
    this.#rest = '';
    return records;
  }

  #consume(text: string): string[][] {
    const records: string[][] = [];
    let index = 0;
    while (index < text.length) {
      index = this.#inQuotes ? this.#quoted(text, index) : this.#plain(text, index, records);
    }
    return records;
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
