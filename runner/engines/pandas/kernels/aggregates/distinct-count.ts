import type { Column, StringColumn } from '../../frame.ts';
import { countByHash } from './count-by-hash.ts';

/** The least and the greatest of some numbers. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
}

/**
 * The number of distinct values without null; -0 equals 0.
 * @param range of the values, if these are floating-point numbers
 */
export function distinctCount(column: Column, range: NumberRange | null): number {
  switch (column.type) {
    case 'null':
      return 0;
    case 'string':
      return countFlags(usedTexts(column));
    case 'boolean':
      return countFlags(usedBooleans(column.values, column.validity));
    case 'integer':
    case 'float':
    case 'datetime': {
      const { values, validity: mask } = column;
      const isNarrow = values instanceof Float64Array && range !== null;
      const used = isNarrow ? usedIntegers(values, mask, range) : null;
      return used === null ? countByHash(values, mask) : countFlags(used);
    }
  }
}

/** A flag for each text of the dictionary: 1 if a cell has it. */
export function usedTexts({
  codes,
  dictionary,
}: Pick<StringColumn, 'codes' | 'dictionary'>): Uint8Array {
  const used = new Uint8Array(dictionary.length);
  // A write at -1, the code of null, has no effect on a typed array.
  for (let row = 0; row < codes.length; row++) used[codes[row] ?? -1] = 1;
  return used;
}

function usedBooleans(values: Uint8Array, mask: Uint8Array | null): Uint8Array {
  const used = new Uint8Array(2);
  for (let row = 0; row < values.length; row++) {
    if (mask?.[row] !== 0) used[values[row] ?? 0] = 1;
  }
  return used;
}

/** A flag for each integer of a small range; null for a large one and for other values, which are hashed. */
function usedIntegers(
  values: Float64Array,
  mask: Uint8Array | null,
  { min, max }: NumberRange,
): Uint8Array | null {
  if (!Number.isInteger(min) || max - min >= Math.max(4 * values.length, 1024)) return null;
  const used = new Uint8Array(max - min + 1);
  for (let row = 0; row < values.length; row++) {
    if (mask?.[row] === 0) continue;
    const place = (values[row] ?? 0) - min;
    if (Math.floor(place) !== place) return null;
    used[place] = 1;
  }
  return used;
}

function countFlags(flags: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < flags.length; at++) count += flags[at] ?? 0;
  return count;
}
