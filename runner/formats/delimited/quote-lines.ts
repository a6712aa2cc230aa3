import type { MisplacedQuotes } from './scan-request.ts';

const BACKSLASH = 0x5c;

/** Collects the first line of each kind of misplaced quotes. */
export class QuoteLines implements MisplacedQuotes {
  escaped = 0;
  spaced = 0;
  within = 0;

  /**
   * @param before the byte before the quote
   * @param isSpaced whether only blanks are before it in its cell
   */
  add(line: number, before: number | undefined, isSpaced: boolean): void {
    if (before === BACKSLASH) this.escaped ||= line;
    else if (isSpaced) this.spaced ||= line;
    else this.within ||= line;
  }
}
