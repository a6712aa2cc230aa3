import { LineEnds } from '../text/line-ends.ts';
import type { OtherRules } from './other-rules.ts';

/** Maximum length of a cell in memory, in UTF-16 code units. */
const MAX_CELL_UNITS = 1 << 27;

/** A line without cells, or the cells of a record; line breaks within cells are kept. */
export type Line = readonly string[] | null;

const PLACE = { start: 0, plain: 1, quoted: 2, afterQuote: 3, comment: 4 } as const;

/**
 * Splits text into the cells of records by other rules than those of RFC 4180. Each line that is blank or a comment
 * is null, so that lines can be counted. CR, LF and CR LF end a line.
 */
export class OtherRecords {
  readonly #rules: OtherRules;
  #place: number = PLACE.start;
  #cells: string[] = [];
  #cell = '';
  /** Whether the present cell has begun: an empty line has no cell. */
  #hasCell = false;
  #escaped = false;
  #afterReturn = false;
  #lines: Line[] = [];
  /** How the lines end outside of quotes. */
  readonly ends = new LineEnds();
  #line: number;

  /** @param firstLine number of the first line in the user's file */
  constructor(rules: OtherRules, firstLine = 1) {
    this.#rules = rules;
    this.#line = firstLine;
  }

  /** Whether a quote is open: at the end of a file, it is never closed. */
  get isInQuotes(): boolean {
    return this.#place === PLACE.quoted;
  }

  /** The number of cells of the line that is not complete. */
  get openCells(): number {
    return this.#cells.length;
  }

  /** Returns the lines that the text completes. */
  push(text: string): Line[] {
    for (const character of text) this.#read(character);
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  end(): Line[] {
    if (this.#cells.length > 0 || this.#hasCell) this.#endLine();
    const lines = this.#lines;
    this.#lines = [];
    return lines;
  }

  #read(character: string): void {
    const isPair = this.#isPair(character);
    if (isPair && this.#place === PLACE.start) return;
    if (this.#escaped) this.#readEscaped(character);
    else if (this.#place === PLACE.comment) this.#inComment(character);
    else if (character === this.#rules.escape) this.#escaped = true;
    else if (this.#place === PLACE.quoted) this.#inQuotes(character);
    else this.#outside(character);
  }

  /** Counts the ends of lines. @returns whether the character is the LF of a CR LF */
  #isPair(character: string): boolean {
    const isPair = this.#afterReturn && character === '\n';
    if (this.#afterReturn) this.ends.addReturn(character, this.#line - 1);
    if (isLineEnd(character) && !isPair) this.#line += 1;
    this.#afterReturn = false;
    return isPair;
  }

  /** Keeps `\N`, by which databases write null, if it is the cell. */
  #readEscaped(character: string): void {
    this.#escaped = false;
    const isNull = character === 'N' && this.#place === PLACE.start && this.#cell === '';
    this.#add(isNull ? `${this.#rules.escape ?? ''}${character}` : character);
    if (this.#place !== PLACE.quoted) this.#place = PLACE.plain;
  }

  #inComment(character: string): void {
    if (isLineEnd(character)) this.#outside(character);
  }

  #inQuotes(character: string): void {
    if (character === this.#rules.quote) this.#place = PLACE.afterQuote;
    else this.#add(character);
  }

  #outside(character: string): void {
    if (isLineEnd(character)) {
      this.#endLine();
      this.#afterReturn = character === '\r';
      if (!this.#afterReturn) this.ends.addFeeds(1);
    } else if (this.#isDelimiter(character)) this.#delimit();
    else if (this.#place === PLACE.start) this.#begin(character);
    else if (this.#place === PLACE.afterQuote) this.#follow(character);
    else this.#add(character);
  }

  #isDelimiter(character: string): boolean {
    const { delimiter } = this.#rules;
    return delimiter === null ? isBlank(character) : character === delimiter;
  }

  #delimit(): void {
    // Blanks at the start of a line, and after another one, separate nothing.
    if (this.#rules.delimiter === null && !this.#hasCell) return;
    this.#endCell();
    // A cell follows a delimiter, also at the end of a line; white space may only end it.
    this.#hasCell = this.#rules.delimiter !== null;
  }

  #begin(character: string): void {
    const { comment, quote, skipInitialSpace } = this.#rules;
    if (character === comment && this.#cells.length === 0 && this.#cell === '') {
      this.#place = PLACE.comment;
    } else if (character === quote) {
      this.#place = PLACE.quoted;
      this.#hasCell = true;
    } else if (!skipInitialSpace || !isBlank(character)) {
      this.#place = PLACE.plain;
      this.#add(character);
    }
  }

  /** A second quote is one of the cell; other text belongs to it too, as spreadsheet programs read it. */
  #follow(character: string): void {
    if (character === this.#rules.quote) {
      this.#add(character);
      this.#place = PLACE.quoted;
      return;
    }
    if (this.#rules.skipInitialSpace && isBlank(character)) return;
    this.#add(character);
    this.#place = PLACE.plain;
  }

  #add(character: string): void {
    this.#hasCell = true;
    if (this.#cell.length < MAX_CELL_UNITS) this.#cell += character;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#place = PLACE.start;
  }

  #endLine(): void {
    if (this.#hasCell) this.#endCell();
    this.#lines.push(this.#cells.length === 0 ? null : this.#cells);
    this.#cells = [];
    this.#cell = '';
    this.#hasCell = false;
    this.#place = PLACE.start;
  }
}

function isLineEnd(character: string): boolean {
  return character === '\n' || character === '\r';
}

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t';
}
