import { EVIDENCE } from '../column-evidence.ts';
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

/** Integers of up to this many characters are safe in any case. */
export const SHORT_INTEGER = 15;

/** Where in a table cells are read. */
export interface CellPosition {
  /** Of the chunk, where a cell begins. */
  readonly index: number;
  readonly column: number;
}

/** How far `readUsualCells` came. */
export interface UsualCells extends CellPosition {
  readonly records: number;
  /** Records with fewer cells than there are columns. */
  readonly shortRecords: number;
  /** How many records came before the first of them. */
  readonly recordsBeforeShort: number;
}

/**
 * Reads whole cells up to the first that needs a closer look: one in quotes, cut by the chunk's end, of a
 * row that is too long, alone and blank in its line, or a number that its automaton cannot judge. A file has
 * millions of cells: this is one loop over local variables, which takes half the time of a call for each.
 * @param evidence of the columns, which is added to
 */
export function readUsualCells(
  automaton: CellAutomaton,
  chunk: Buffer,
  from: CellPosition,
  evidence: Uint16Array,
): UsualCells {
  const { classes, next } = automaton;
  let { index: start, column } = from;
  const last = evidence.length - 1;
  let records = 0;
  let shortRecords = 0;
  let recordsBeforeShort = 0;
  while (start < chunk.length) {
    let index = start;
    let state = START_STATE;
    let cls = 0;
    for (; index < chunk.length; index++) {
      cls = classes[chunk[index] ?? 0] ?? 0;
      if (cls >= STRUCTURAL) break;
      state = next[(state << CLASS_BITS) | cls] ?? TEXT_STATE;
    }
    if (column === evidence.length || !isUsualEnd(cls, column, state)) break;
    if (!isJudged(automaton, state, index - start)) break;
    addEvidence(evidence, column, automaton, state);
    start = index + 1;
    const ended = Number(cls === STRUCTURAL_CLASS.lineFeed);
    shortRecords += ended * Number(column < last);
    recordsBeforeShort += ended * Number(shortRecords === 0);
    records += ended;
    column = (column + 1) * (1 - ended);
  }
  return { index: start, column, records, shortRecords, recordsBeforeShort };
}

/** Whether a delimiter or the end of a line that is not blank stands behind a cell. */
function isUsualEnd(cls: number, column: number, state: number): boolean {
  if (cls === STRUCTURAL_CLASS.delimiter) return true;
  return cls === STRUCTURAL_CLASS.lineFeed && (column > 0 || state > BLANK_STATE);
}

/** Whether the state says all that there is to say about a cell of so many bytes. */
function isJudged({ check }: CellAutomaton, state: number, length: number): boolean {
  const kind = check[state];
  return kind === CHECK.none || (kind === CHECK.integer && length <= SHORT_INTEGER);
}

function addEvidence(
  evidence: Uint16Array,
  column: number,
  automaton: CellAutomaton,
  state: number,
): void {
  evidence[column] = (evidence[column] ?? 0) | (automaton.evidence[state] ?? EVIDENCE.text);
}
