import type { Column } from '../../frame.ts';
import { bitWords } from '../columns/bit-words.ts';
import { PairTable } from './pair-table.ts';
import { computeCells } from '../columns/compute-cells.ts';

/** Rows encoded by value: equal rows share a code. Codes are assigned in order of first appearance. */
export interface DenseCodes {
  readonly codes: Int32Array;
  /** The number of distinct codes. */
  readonly count: number;
}

/** Encodes one column in linear time. Null is a value; -0 equals 0. */
export function denseCodes(column: Column): DenseCodes {
  switch (column.type) {
    case 'string':
      return renumber(column.codes, column.dictionary.length);
    case 'boolean':
    case 'null': {
      const { values, validity: mask } = column;
      return renumber(
        computeCells(new Int32Array(values.length), (row) =>
          mask?.[row] === 0 ? -1 : (values[row] ?? 0),
        ),
        2,
      );
    }
    case 'integer':
    case 'float':
    case 'datetime':
      return encodeNumbers(column.values, column.validity);
  }
}

/** Encodes rows over several columns. Without columns, every row has code 0. */
export function denseRowCodes(columns: readonly Column[], length: number): DenseCodes {
  const [first, ...rest] = columns;
  if (first === undefined) return { codes: new Int32Array(length), count: length === 0 ? 0 : 1 };
  let result = denseCodes(first);
  for (const column of rest) result = combineCodes(result, denseCodes(column));
  return result;
}

/** Encodes the pair of codes of each row. */
export function combineCodes(a: DenseCodes, b: DenseCodes): DenseCodes {
  if (a.count * b.count <= Math.max(4 * a.codes.length, 1024)) {
    const pairs = a.codes.map((code, row) => code * b.count + (b.codes[row] ?? 0));
    return renumber(pairs, a.count * b.count);
  }
  return hashPairs(new Uint32Array(a.codes), new Uint32Array(b.codes), null);
}

/** @param values from -1 (null) to `limit` - 1 */
function renumber(values: Int32Array, limit: number): DenseCodes {
  const codeOf = new Int32Array(limit + 1).fill(-1);
  const codes = new Int32Array(values.length);
  let count = 0;
  for (let row = 0; row < values.length; row++) {
    const at = (values[row] ?? -1) + 1;
    let code = codeOf[at] ?? -1;
    if (code === -1) {
      code = count++;
      codeOf[at] = code;
    }
    codes[row] = code;
  }
  return { codes, count };
}

function encodeNumbers(values: Float64Array | BigInt64Array, mask: Uint8Array | null): DenseCodes {
  const dense = values instanceof Float64Array ? encodeNarrowIntegers(values, mask) : null;
  if (dense !== null) return dense;
  const { low, high } = bitWords(values);
  return hashPairs(low, high, mask);
}

/** Encodes integers of a small range by direct addressing instead of hashing; null for other values. */
function encodeNarrowIntegers(values: Float64Array, mask: Uint8Array | null): DenseCodes | null {
  const range = integerRange(values, mask);
  if (range === null) return null;
  const span = range.max - range.min + 1;
  if (span > Math.max(4 * values.length, 1024)) return null;
  const offsets = new Int32Array(values.length);
  for (let row = 0; row < values.length; row++) offsets[row] = (values[row] ?? 0) - range.min;
  if (mask !== null) clearNulls(offsets, mask);
  return renumber(offsets, span);
}

function clearNulls(offsets: Int32Array, mask: Uint8Array): void {
  for (let row = 0; row < offsets.length; row++) if (mask[row] === 0) offsets[row] = -1;
}

/** Null when a value is not an integer; 0 to 0 when all values are null. */
function integerRange(
  values: Float64Array,
  mask: Uint8Array | null,
): { readonly min: number; readonly max: number } | null {
  let min = Infinity;
  let max = -Infinity;
  for (let row = 0; row < values.length; row++) {
    if (mask !== null && mask[row] === 0) continue;
    const value = values[row] ?? 0;
    if (!Number.isInteger(value)) return null;
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  return max < min ? { min: 0, max: 0 } : { min, max };
}

function hashPairs(low: Uint32Array, high: Uint32Array, mask: Uint8Array | null): DenseCodes {
  const codes = new Int32Array(low.length);
  const table = new PairTable();
  let count = 0;
  let nullCode = -1;
  for (let row = 0; row < low.length; row++) {
    const isNull = mask !== null && mask[row] === 0;
    const known = isNull ? nullCode : table.codeOf(low[row] ?? 0, high[row] ?? 0, count);
    if (isNull && nullCode === -1) nullCode = count;
    const code = known === -1 ? count++ : known;
    codes[row] = code;
  }
  return { codes, count };
}
