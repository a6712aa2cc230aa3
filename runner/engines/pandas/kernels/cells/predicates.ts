import { codedTexts } from '../../deferred-column.ts';
import type { BooleanColumn, StringColumn } from '../../frame.ts';
import { compareByCodePoint, ranksByCodePoint } from '../columns/text-order.ts';
import { uniteDictionaries } from '../columns/unite-dictionaries.ts';
import {
  allPresent,
  argument,
  booleanValues,
  floatValues,
  integerValues,
  presence,
  step,
  textColumn,
  type Operand,
} from './operand.ts';
import { computeCells } from '../columns/compute-cells.ts';

export type Relation = '==' | '!=' | '<' | '<=' | '>' | '>=';

/** 1 where the relation holds for a left operand that is less, equal and greater. */
const HOLDS: Readonly<Record<Relation, readonly [number, number, number]>> = {
  '==': [0, 1, 0],
  '!=': [1, 0, 1],
  '<': [1, 0, 0],
  '<=': [1, 1, 0],
  '>': [0, 0, 1],
  '>=': [0, 1, 1],
};

/** Compares two operands of one type row by row; null if either is null. */
export function compareCells(
  args: readonly Operand[],
  rows: number,
  relation: Relation,
): BooleanColumn {
  const last = argument(args, 1);
  const [less, equal, greater] = HOLDS[relation];
  if (last.constant && last.column.type === 'string') {
    const { codes, dictionary } = last.column;
    const constant = dictionary[codes[0] ?? -1] ?? '';
    const tested = testTexts([argument(args, 0)], rows, (text) => {
      const order = compareByCodePoint(text, constant);
      return (order < 0 ? less : order > 0 ? greater : equal) === 1;
    });
    return { ...tested, validity: allPresent(args, rows) };
  }
  const [left, right] = comparable(argument(args, 0), last);
  const leftStep = step(argument(args, 0));
  const rightStep = step(last);
  const values = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) {
    const x = left[row * leftStep] ?? 0;
    const y = right[row * rightStep] ?? 0;
    values[row] = x < y ? less : x > y ? greater : equal;
  }
  return { type: 'boolean', values, validity: allPresent(args, rows) };
}

type Comparable = Float64Array | BigInt64Array | Uint8Array | Int32Array | Uint32Array;

/** Returns numbers with the same order as the cells. */
function comparable(left: Operand, right: Operand): readonly [Comparable, Comparable] {
  if (left.column.type === 'string') return textRanks(left, right);
  return [orderedValues(left), orderedValues(right)];
}

function orderedValues(operand: Operand): Comparable {
  switch (operand.column.type) {
    case 'float':
      return floatValues(operand);
    case 'boolean':
      return booleanValues(operand);
    case 'integer':
    case 'datetime':
    case 'string':
    case 'null':
      return integerValues(operand);
  }
}

function textRanks(left: Operand, right: Operand): readonly [Comparable, Comparable] {
  const a = textColumn(left);
  const b = textColumn(right);
  const { dictionary, codes } = uniteDictionaries([a.dictionary, b.dictionary]);
  const ranks = ranksByCodePoint(dictionary);
  const [aCodes, bCodes] = codes;
  return [rankCells(a, aCodes, ranks), rankCells(b, bCodes, ranks)];
}

/** The rank of each cell; 0 for null. @param united the code of each entry in the dictionary of the ranks */
function rankCells(
  column: StringColumn,
  united: Int32Array | undefined,
  ranks: Uint32Array,
): Uint32Array {
  const { codes } = column;
  const byCode = Uint32Array.from(united ?? [], (code) => ranks[code] ?? 0);
  return computeCells(new Uint32Array(codes.length), (row) => byCode[codes[row] ?? -1] ?? 0);
}

/** Tests each text; the predicate runs once per distinct text. */
export function testTexts(
  args: readonly Operand[],
  rows: number,
  passes: (text: string) => boolean,
): BooleanColumn {
  const { codes, texts } = codedTexts(textColumn(args[0]));
  const byCode = computeCells(new Uint8Array(texts.length), (code) =>
    passes(texts[code] ?? '') ? 1 : 0,
  );
  const values = computeCells(new Uint8Array(rows), (row) => byCode[codes[row] ?? -1] ?? 0);
  return { type: 'boolean', values, validity: allPresent(args, rows) };
}

/** Tests whether each cell is one of the values, which have the column's representation. */
export function isAmong(
  operand: Operand,
  rows: number,
  members: ReadonlySet<unknown>,
): BooleanColumn {
  const { column } = operand;
  if (column.type === 'string') return testTexts([operand], rows, (text) => members.has(text));
  const cells = column.values instanceof BigInt64Array ? column.values : null;
  const memberCells = new Set([...members].map((value) => asCell(value, cells !== null)));
  const values = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) values[row] = memberCells.has(column.values[row]) ? 1 : 0;
  return { type: 'boolean', values, validity: allPresent([operand], rows) };
}

function asCell(value: unknown, big: boolean): unknown {
  if (typeof value === 'bigint') return big ? value : Number(value);
  return typeof value === 'boolean' ? Number(value) : value;
}

/** Tests each cell for null; the result is never null. */
export function isNull(args: readonly Operand[], rows: number): BooleanColumn {
  const mask = presence(argument(args, 0), rows);
  const values = mask === null ? new Uint8Array(rows) : mask.map((bit) => 1 - bit);
  return { type: 'boolean', values, validity: null };
}

/** Tests each cell for a value; the result is never null. */
export function isNotNull(args: readonly Operand[], rows: number): BooleanColumn {
  const mask = presence(argument(args, 0), rows);
  return { type: 'boolean', values: mask ?? new Uint8Array(rows).fill(1), validity: null };
}

/** Computes three-valued `and` (decisive 0) or `or` (decisive 1): a decisive operand wins over null. */
export function kleene(args: readonly Operand[], rows: number, decisive: 0 | 1): BooleanColumn {
  const left = truthOf(argument(args, 0), rows, decisive);
  const right = truthOf(argument(args, 1), rows, decisive);
  const values = new Uint8Array(rows);
  const validity = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) {
    const a = left.truth[row * left.step] ?? 0;
    const b = right.truth[row * right.step] ?? 0;
    const verdict = a > b ? a : b;
    values[row] = verdict === DECIDED ? decisive : 1 - decisive;
    validity[row] = verdict === UNKNOWN ? 0 : 1;
  }
  return { type: 'boolean', values, validity: validity.includes(0) ? validity : null };
}

const UNKNOWN = 1;
const DECIDED = 2;

/** Returns one byte per row: 0 neutral, 1 null, 2 decisive. */
function truthOf(
  operand: Operand,
  rows: number,
  decisive: 0 | 1,
): { readonly truth: Uint8Array; readonly step: 0 | 1 } {
  const values = booleanValues(operand);
  const mask = presence(operand, rows);
  const truth = new Uint8Array(values.length);
  for (let row = 0; row < values.length; row++) {
    if (mask !== null && mask[row] === 0) truth[row] = UNKNOWN;
    else truth[row] = values[row] === decisive ? DECIDED : 0;
  }
  return { truth, step: step(operand) };
}

/** Negates each boolean; null stays null. */
export function negate(args: readonly Operand[], rows: number): BooleanColumn {
  const values = booleanValues(args[0]).map((bit) => 1 - bit);
  return { type: 'boolean', values, validity: allPresent(args, rows) };
}

/** Returns 1 where the boolean is present and true, else 0. */
export function isTrue(operand: Operand, rows: number): Uint8Array {
  const values = booleanValues(operand);
  const mask = presence(operand, rows);
  const at = step(operand);
  const out = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) {
    out[row] = values[row * at] === 1 && (mask === null || mask[row] === 1) ? 1 : 0;
  }
  return out;
}
