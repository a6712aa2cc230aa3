import { booleanCaseEvidence, EVIDENCE } from '../column-evidence.ts';
import { FIRST_MARK_BYTE } from './byte-order-marks.ts';
import {
  BLANK_STATE,
  buildCellAutomaton,
  CHECK,
  CLASS_BITS,
  START_STATE,
  STRUCTURAL,
  STRUCTURAL_CLASS,
  TEXT_STATE,
  type CellAutomaton,
} from './cell-automaton.ts';
import { isFloatText } from './long-decimals.ts';
import type { ScanRequest } from './scan-request.ts';

/** Maximum length of an integer that is always a safe integer. */
const SHORT_INTEGER = 15;

/** A position between two cells. */
export interface CellPosition {
  /** Start of the cell in the chunk. */
  readonly index: number;
  readonly column: number;
}

/** The position after the cells that `readPlainCells` read. */
export interface PlainCells extends CellPosition {
  readonly records: number;
  /** Number of records with missing cells. */
  readonly shortRecords: number;
  /** Number of records before the first of them. */
  readonly recordsBeforeShort: number;
}

/** The rules of one file for plain cells. */
export interface PlainCellRules {
  readonly automaton: CellAutomaton;
  /** 1 for each byte that begins a cell or a line that needs a further check, such as a comment. */
  readonly checkedBytes: Uint8Array;
  /** By column: the length of a decimal that a float may round is greater. */
  readonly decimalLimits: Uint16Array;
}

/** The rules of a file. @param firstBytes 1 for each byte that begins a null text */
export function plainCellRules(
  { dialect, comment }: Pick<ScanRequest, 'dialect' | 'comment'>,
  firstBytes: Uint8Array,
  decimalLimits: Uint16Array,
): PlainCellRules {
  const checkedBytes = firstBytes.slice();
  checkedBytes[FIRST_MARK_BYTE] = 1;
  if (comment !== undefined) checkedBytes[comment.charCodeAt(0)] = 1;
  const automaton = buildCellAutomaton(dialect.delimiter, dialect.decimal);
  return { automaton, checkedBytes, decimalLimits };
}

/**
 * Reads complete cells up to the first one that needs a further check: a quoted cell, a cell that begins
 * with a checked byte, a cell at the end of the chunk, a cell of a long row, a blank line, or a number that
 * the automaton cannot decide. One loop over local variables takes half the time of a call per cell, and
 * files have millions of cells.
 * @param evidence of the columns; updated in place
 */
export function readPlainCells(
  rules: PlainCellRules,
  chunk: Buffer,
  from: CellPosition,
  evidence: Uint16Array,
): PlainCells {
  const { automaton, checkedBytes } = rules;
  const { classes, next } = automaton;
  let { index: start, column } = from;
  const last = evidence.length - 1;
  let records = 0;
  let shortRecords = 0;
  let recordsBeforeShort = 0;
  while (isPlainStart(checkedBytes, chunk[start], last - column)) {
    let index = start;
    let state = START_STATE;
    let cls = 0;
    for (; index < chunk.length; index++) {
      cls = classes[chunk[index] ?? 0] ?? 0;
      if (cls >= STRUCTURAL) break;
      state = next[(state << CLASS_BITS) | cls] ?? TEXT_STATE;
    }
    if (!isPlainEnd(cls, column, state)) break;
    if (!isDecided(rules, column, state, index - start)) {
      if (!isFloat(rules, { chunk, start, index, column, state })) break;
    }
    addEvidence(evidence, column, withCase(automaton.evidence[state], chunk, start, index));
    start = index + 1;
    const ended = Number(cls === STRUCTURAL_CLASS.lineFeed);
    shortRecords += ended * Number(column < last);
    recordsBeforeShort += ended * Number(shortRecords === 0);
    records += ended;
    column = (column + 1) * (1 - ended);
  }
  return { index: start, column, records, shortRecords, recordsBeforeShort };
}

/**
 * @param first byte of a cell; undefined at the end of the chunk
 * @param left the number of columns after that of the cell; negative in a long row
 */
function isPlainStart(checkedBytes: Uint8Array, first: number | undefined, left: number): boolean {
  return left >= 0 && first !== undefined && checkedBytes[first] === 0;
}

/** Reports whether a cell ends with a delimiter or at the end of a non-blank line. */
function isPlainEnd(cls: number, column: number, state: number): boolean {
  if (cls === STRUCTURAL_CLASS.delimiter) return true;
  return cls === STRUCTURAL_CLASS.lineFeed && (column > 0 || state > BLANK_STATE);
}

/** Reports whether the state alone determines the evidence of a cell of this length. */
export function isDecided(
  { automaton: { check }, decimalLimits }: PlainCellRules,
  column: number,
  state: number,
  length: number,
): boolean {
  const kind = check[state];
  if (kind === CHECK.decimal) return length <= (decimalLimits[column] ?? 0);
  return kind === CHECK.none || (kind === CHECK.integer && length <= SHORT_INTEGER);
}

interface FormedCell {
  readonly chunk: Buffer;
  readonly start: number;
  readonly index: number;
  readonly column: number;
  readonly state: number;
}

/** Reports whether a decimal that is long needs no further check either. */
function isFloat(
  { automaton, decimalLimits }: PlainCellRules,
  { chunk, start, index, column, state }: FormedCell,
): boolean {
  if (automaton.check[state] !== CHECK.decimal) return false;
  return isFloatText(decimalLimits[column] ?? 0, chunk, start, index);
}

function addEvidence(evidence: Uint16Array, column: number, found: number): void {
  evidence[column] = (evidence[column] ?? 0) | found;
}

/** Adds the case of a boolean, whose bytes lie between two indexes, to its evidence. */
function withCase(found: number | undefined, chunk: Buffer, start: number, end: number): number {
  const evidence = found ?? EVIDENCE.text;
  if (evidence !== EVIDENCE.boolean) return evidence;
  return evidence | booleanCaseEvidence(chunk, start, end);
}
