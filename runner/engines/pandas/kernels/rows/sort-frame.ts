import type { Column, Frame } from '../../frame.ts';
import { columnByName } from '../columns/column-access.ts';
import { validMask } from '../columns/null-mask.ts';
import { radixSortBy } from './radix-sort.ts';
import { takeRows } from '../columns/take-rows.ts';
import { ranksByCodePoint } from '../columns/text-order.ts';
import { bitWords } from '../columns/bit-words.ts';
import { computeCells } from '../columns/compute-cells.ts';

/** A column name to sort by. */
export interface SortKey {
  readonly column: string;
  readonly descending: boolean;
}

/** Sorts by several keys, the most significant first. Stable, and linear in the rows. */
export function sortFrame(frame: Frame, keys: readonly SortKey[], nulls: 'first' | 'last'): Frame {
  const columns = keys.map(({ column, descending }) => ({
    column: columnByName(frame, column),
    descending,
  }));
  return takeRows(frame, sortedOrder(columns, frame.length, nulls));
}

/** A column to sort by. */
export interface ColumnSortKey {
  readonly column: Column;
  readonly descending: boolean;
}

/**
 * The row numbers in sorted order. Texts compare by code point, false precedes true, -0 equals 0. The
 * place of nulls does not depend on the direction.
 */
export function sortedOrder(
  keys: readonly ColumnSortKey[],
  length: number,
  nulls: 'first' | 'last',
): Int32Array {
  const order = new Int32Array(length);
  for (let row = 0; row < length; row++) order[row] = row;
  const spare = new Int32Array(length);
  for (const { column, descending } of keys.toReversed()) {
    const mask = validMask(column);
    for (const words of sortWords(column)) {
      if (descending) complement(words);
      if (mask !== null) clearNulls(words, mask);
      radixSortBy(words, order, spare);
    }
    if (mask !== null) partition(order, spare, mask, nulls);
  }
  return order;
}

function complement(words: Uint32Array): void {
  for (let row = 0; row < words.length; row++) words[row] = ~(words[row] ?? 0);
}

/** Makes all nulls equal, whatever their cells contain, so that they keep their order. */
function clearNulls(words: Uint32Array, mask: Uint8Array): void {
  for (let row = 0; row < words.length; row++) if (mask[row] === 0) words[row] = 0;
}

/** Moves the null rows to one end and keeps their order. */
function partition(
  order: Int32Array,
  spare: Int32Array,
  mask: Uint8Array,
  nulls: 'first' | 'last',
): void {
  const frontBit = nulls === 'last' ? 1 : 0;
  let front = 0;
  let back = 0;
  for (let at = 0; at < order.length; at++) {
    const row = order[at] ?? 0;
    if (mask[row] === frontBit) order[front++] = row;
    else spare[back++] = row;
  }
  order.set(spare.subarray(0, back), front);
}

/** New unsigned words by row that sort like the cells, least significant word first. */
function sortWords(column: Column): Uint32Array[] {
  switch (column.type) {
    case 'string': {
      const { codes } = column;
      const ranks = ranksByCodePoint(column.dictionary);
      return [computeCells(new Uint32Array(codes.length), (row) => ranks[codes[row] ?? -1] ?? 0)];
    }
    case 'boolean':
    case 'null':
      return [Uint32Array.from(column.values)];
    case 'float':
      return floatWords(column.values);
    case 'integer':
    case 'datetime':
      return column.values instanceof BigInt64Array
        ? bigintWords(column.values)
        : (narrowWords(column.values) ?? floatWords(column.values));
  }
}

/** One word if the range of the integers is below 2^32, else null. */
function narrowWords(values: Float64Array): Uint32Array[] | null {
  let min = Infinity;
  let max = -Infinity;
  for (let row = 0; row < values.length; row++) {
    const value = values[row] ?? 0;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  if (max - min >= 2 ** 32) return null;
  const words = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) words[row] = (values[row] ?? 0) - min;
  return [words];
}

/** IEEE 754 bits sort like the values after flipping the sign bit, and all bits of negative values. */
function floatWords(values: Float64Array): Uint32Array[] {
  const { low, high } = bitWords(values);
  for (let row = 0; row < values.length; row++) {
    const top = high[row] ?? 0;
    if (top >>> 31 === 0) {
      high[row] = top ^ 0x80000000;
    } else {
      high[row] = ~top;
      low[row] = ~(low[row] ?? 0);
    }
  }
  return [low, high];
}

function bigintWords(values: BigInt64Array): Uint32Array[] {
  const { low, high } = bitWords(values);
  for (let row = 0; row < values.length; row++) high[row] = (high[row] ?? 0) ^ 0x80000000;
  return [low, high];
}
