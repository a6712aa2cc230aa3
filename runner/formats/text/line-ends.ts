import type { FileWarning } from '../../domain/file-warning.ts';

const LINE_FEED = '\n';
const CARRIAGE_RETURN = '\r';

/**
 * Counts how the lines of a file end outside of quotes: with LF or CR LF, or with CR alone, as once on a Mac. In a file of
 * both a CR may be part of a cell, whose row it cuts in two.
 */
export class LineEnds {
  #feeds = 0;
  #isLastFeed = false;
  #returns = 0;
  #firstLine = 0;

  /** @param count the number of lines that end with LF or CR LF */
  addFeeds(count: number): void {
    this.#feeds += count;
    if (count > 0) this.#isLastFeed = true;
  }

  /**
   * Adds a line that ends with CR.
   * @param next the character behind it; a second CR is that of text to which a program added one at each end
   * @param line the line that it ends
   */
  addReturn(next: string, line: number): void {
    if (next === LINE_FEED) this.addFeeds(1);
    if (next === LINE_FEED || next === CARRIAGE_RETURN) return;
    if (this.#returns === 0) this.#firstLine = line;
    this.#returns++;
    this.#isLastFeed = false;
  }

  /** None for a file of one kind of ends, though its last one may be another. */
  warnings(): FileWarning[] {
    const isCertain = this.#feeds === 0 || (this.#feeds === 1 && this.#isLastFeed);
    if (this.#returns === 0 || isCertain) return [];
    const lines =
      this.#returns === 1
        ? `Line ${this.#firstLine} ends`
        : `${this.#returns} lines, the first of which is line ${this.#firstLine}, end`;
    const message = `${lines} with a carriage return (CR) alone, and others with a line feed (LF): if the carriage returns are part of cells, whose rows they cut in two, put these cells in quotes, or replace them by spaces.`;
    return [{ code: 'mixed_line_ends', column: null, message }];
  }
}
