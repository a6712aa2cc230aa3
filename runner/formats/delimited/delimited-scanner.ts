import {
  BLANK_STATE,
  CHECK,
  CLASS_BITS,
  START_STATE,
  STRUCTURAL,
  STRUCTURAL_CLASS,
  TEXT_STATE,
  type CellAutomaton,
} from './cell-automaton.ts';
import { wordCaseEvidence, EVIDENCE } from '../column-evidence.ts';
import { checkedEvidence, numberText } from './checked-evidence.ts';
import type { FileIrregularity } from '../../domain/file-irregularity.ts';
import { hasByteOrderMark } from '../text/file-chunks.ts';
import { NullCells } from './null-cells.ts';
import type { DelimitedScan, ScanRequest } from './scan-request.ts';
import { ScanNotes } from './scan-notes.ts';
import { DROPPED, MAX_NUMBER_BYTES, MODE } from './scan-mode.ts';
import { longRowError, nulByteError, openQuoteError } from './scan-errors.ts';
import { isDecided, plainCellRules, readPlainCells, type PlainCellRules } from './plain-cells.ts';

const QUOTE = 0x22;

/** Scans delimited text chunk by chunk for `scanDelimited`. */
export class DelimitedScanner {
  line: number;
  readonly #request: ScanRequest;
  readonly #automaton: CellAutomaton;
  readonly #plainRules: PlainCellRules;
  readonly #evidence: Uint16Array;
  #started = false;
  #state = START_STATE;
  #mode: number = MODE.plain;
  #wasQuoted = false;
  #afterReturn = false;
  /** Whether the line is a comment, whose end counts as that of a blank line. */
  #isComment = false;
  readonly #irregularities = new Set<FileIrregularity>();
  readonly #notes: ScanNotes;
  #quoteLine = 0;
  #column = 0;
  #records = 0;
  #chunk: Buffer = Buffer.alloc(0);
  #cellStart = 0;
  /** Part of the current cell from earlier chunks. */
  #carry = '';
  readonly #headers: number;
  readonly #comment: number | null;
  readonly #nulls: NullCells;

  constructor(request: ScanRequest) {
    this.#request = request;
    this.line = request.firstLine ?? 1;
    this.#headers = request.hasHeader === false ? 0 : 1;
    this.#comment = request.comment?.charCodeAt(0) ?? null;
    this.#nulls = new NullCells(request.nullValues);
    this.#notes = new ScanNotes(request.width);
    this.#plainRules = plainCellRules(request, this.#nulls.firstBytes, this.#notes.decimals.limits);
    this.#automaton = this.#plainRules.automaton;
    this.#evidence = new Uint16Array(request.width);
  }

  push(chunk: Buffer): void {
    this.#chunk = chunk;
    let index = !this.#started && hasByteOrderMark(chunk) ? 3 : 0;
    this.#started = true;
    this.#cellStart = index;
    while (index < chunk.length) {
      if (this.#mode === MODE.plain) index = this.#plain(index);
      else index = this.#mode === MODE.comment ? this.#skipComment(index) : this.#inQuotes(index);
    }
    this.#carryCell();
    this.#notes.quotes.endChunk(chunk);
  }

  end(): DelimitedScan {
    if (this.#mode === MODE.quoted) throw openQuoteError(this.#request, this.#quoteLine);
    this.#chunk = Buffer.alloc(0);
    if (this.#column > 0 || this.#state !== START_STATE || this.#wasQuoted) this.#endRecord(0);
    return {
      rowCount: Math.max(0, this.#records - this.#headers),
      evidence: [...this.#evidence],
      irregularities: [...this.#irregularities],
      ...this.#notes.result(this.#records - this.#headers),
    };
  }

  #plain(from: number): number {
    const { classes, next } = this.#automaton;
    const chunk = this.#chunk;
    let index = from;
    if (this.#afterReturn) index = this.#afterCarriageReturn(index);
    index = this.#plainCells(index);
    if (chunk[index] === this.#comment && this.#isLineStart()) return this.#skipComment(index);
    this.#notes.marks.add(chunk, index, Number(this.#isLineStart()) * this.line);
    let state = this.#state;
    let cls = 0;
    for (; index < chunk.length; index++) {
      cls = classes[chunk[index] ?? 0] ?? 0;
      if (cls >= STRUCTURAL) break;
      state = next[(state << CLASS_BITS) | cls] ?? TEXT_STATE;
    }
    this.#state = state;
    if (index < chunk.length) this.#structural(cls, index);
    return index + 1;
  }

  /** Reports whether the fast path applies. */
  #isAtPlainCell(index: number): boolean {
    if (this.#cellStart !== index || this.#carry !== '' || this.#wasQuoted) return false;
    return this.#records >= this.#headers && this.#chunk[index] !== QUOTE;
  }

  /** @returns the index of the first cell that it did not read */
  #plainCells(from: number): number {
    if (!this.#isAtPlainCell(from)) return from;
    const position = { index: from, column: this.#column };
    const read = readPlainCells(this.#plainRules, this.#chunk, position, this.#evidence);
    this.#column = read.column;
    this.#notes.short.add(read.shortRecords, this.line + read.recordsBeforeShort);
    this.#records += read.records;
    this.line += read.records;
    this.#notes.ends.addFeeds(read.records);
    this.#cellStart = read.index;
    return read.index;
  }

  #isLineStart(): boolean {
    return this.#column === 0 && this.#state === START_STATE && !this.#wasQuoted;
  }

  /** @returns the index of the line's end, which then counts as a blank line */
  #skipComment(from: number): number {
    const chunk = this.#chunk;
    let index = from;
    while (index < chunk.length && chunk[index] !== 10 && chunk[index] !== 13) index++;
    this.#mode = index < chunk.length ? MODE.plain : MODE.comment;
    this.#irregularities.add('comments');
    this.#startCell(index);
    this.#isComment = true;
    return index;
  }

  #structural(cls: number, index: number): void {
    switch (cls) {
      case STRUCTURAL_CLASS.delimiter:
        this.#endCell(index);
        break;
      case STRUCTURAL_CLASS.lineFeed:
        this.#endRecord(index);
        this.#notes.ends.addFeeds(1);
        this.line++;
        break;
      case STRUCTURAL_CLASS.carriageReturn:
        this.#endRecord(index);
        this.#afterReturn = true;
        break;
      case STRUCTURAL_CLASS.quote:
        this.#openQuote(index);
        break;
      default:
        throw nulByteError(this.#request, this.line);
    }
  }

  #afterCarriageReturn(index: number): number {
    this.#afterReturn = false;
    this.#notes.ends.addReturn(String.fromCharCode(this.#chunk[index] ?? 0), this.line);
    this.line++;
    if (this.#chunk[index] !== 10) {
      this.#irregularities.add('lone_carriage_returns');
      return index;
    }
    this.#cellStart = index + 1;
    return index + 1;
  }

  #openQuote(index: number): void {
    if (this.#state === START_STATE && !this.#wasQuoted) {
      this.#mode = MODE.quoted;
      this.#wasQuoted = true;
      this.#quoteLine = this.line;
      this.#cellStart = index + 1;
      return;
    }
    this.#misplaceQuote(index, this.#state === BLANK_STATE);
  }

  #misplaceQuote(index: number, isSpaced: boolean): void {
    this.#irregularities.add('misplaced_quotes');
    this.#notes.quotes.add(this.line, this.#chunk, index, isSpaced);
    this.#state = TEXT_STATE;
  }

  #inQuotes(from: number): number {
    if (this.#mode === MODE.quoteInQuotes) return this.#afterQuote(from);
    const { classes, next } = this.#automaton;
    const chunk = this.#chunk;
    let state = this.#state;
    for (let index = from; index < chunk.length; index++) {
      const cls = classes[chunk[index] ?? 0] ?? 0;
      if (cls === STRUCTURAL_CLASS.quote) {
        this.#state = state;
        this.#mode = MODE.quoteInQuotes;
        return index + 1;
      }
      if (cls === STRUCTURAL_CLASS.lineFeed) this.line++;
      if (cls === STRUCTURAL_CLASS.nul) throw nulByteError(this.#request, this.line);
      state = next[(state << CLASS_BITS) | cls] ?? TEXT_STATE;
    }
    this.#state = state;
    return chunk.length;
  }

  #afterQuote(index: number): number {
    const cls = this.#automaton.classes[this.#chunk[index] ?? 0] ?? 0;
    if (cls === STRUCTURAL_CLASS.quote) {
      this.#mode = MODE.quoted;
      this.#state = TEXT_STATE;
      return index + 1;
    }
    this.#mode = MODE.plain;
    if (cls < STRUCTURAL) this.#misplaceQuote(index - 1, false);
    return index;
  }

  #endCell(index: number): void {
    if (this.#column >= this.#request.width) throw longRowError(this.#request, this.line);
    if (this.#records >= this.#headers) {
      this.#evidence[this.#column] =
        (this.#evidence[this.#column] ?? 0) | this.#cellEvidence(index);
    }
    this.#column++;
    this.#startCell(index + 1);
  }

  #startCell(index: number): void {
    this.#state = START_STATE;
    this.#wasQuoted = false;
    this.#carry = '';
    this.#cellStart = index;
  }

  #cellEvidence(index: number): number {
    if (this.#state === START_STATE) return this.#wasQuoted ? EVIDENCE.quotedEmpty : 0;
    if (!this.#nulls.isEmpty && this.#nulls.hasRaw(this.#raw(index), this.#wasQuoted)) {
      this.#irregularities.add('null_texts');
      return EVIDENCE.quotedEmpty;
    }
    return this.#valueEvidence(index);
  }

  #valueEvidence(index: number): number {
    const state = this.#state;
    const evidence = this.#automaton.evidence[state] ?? EVIDENCE.text;
    if ((evidence & EVIDENCE.boolean) !== 0) {
      return evidence | wordCaseEvidence(this.#raw(index));
    }
    const length = this.#carry.length + index - this.#cellStart;
    if (isDecided(this.#plainRules, this.#column, state, length)) return evidence;
    const text = numberText(this.#raw(index));
    const found = checkedEvidence(this.#automaton.check[state] ?? CHECK.none, text);
    this.#notes.decimals.add(this.#column, text, found);
    return found | (evidence & (EVIDENCE.padded | EVIDENCE.negative));
  }

  #raw(index: number): string {
    return this.#carry + this.#chunk.toString('latin1', this.#cellStart, index);
  }

  #endRecord(index: number): void {
    if (this.#isBlankLine()) {
      this.#irregularities.add('blank_lines');
      if (!this.#isComment) this.#notes.blank.add(this.line, this.#records - this.#headers);
      this.#isComment = false;
      this.#startCell(index + 1);
      return;
    }
    this.#endCell(index);
    const isShort = this.#column < this.#request.width && this.#records >= this.#headers;
    this.#notes.short.add(Number(isShort), this.line);
    this.#column = 0;
    this.#records++;
  }

  #isBlankLine(): boolean {
    if (this.#column > 0 || this.#wasQuoted) return false;
    if (this.#state === START_STATE) return true;
    return this.#state === BLANK_STATE && this.#request.width > 1;
  }

  #carryCell(): void {
    const length = this.#carry.length + this.#chunk.length - this.#cellStart;
    if (length > MAX_NUMBER_BYTES) this.#state = TEXT_STATE;
    const isText = this.#state === TEXT_STATE;
    if (isText && (this.#nulls.isEmpty || length > MAX_NUMBER_BYTES)) this.#carry = DROPPED;
    else this.#carry += this.#chunk.toString('latin1', this.#cellStart);
    this.#cellStart = 0;
  }
}
