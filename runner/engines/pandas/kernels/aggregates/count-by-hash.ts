import { hashWords } from '../rows/pair-table.ts';

const START_SLOTS = 2048;
const SIGN = 0x80000000;
/** Typed arrays use the byte order of the machine. */
const LOW = new Uint32Array(new BigUint64Array([1n]).buffer)[0] === 1 ? 0 : 1;

/**
 * Counts distinct 64-bit values by open addressing; -0 equals 0. The cells are compared as two words, which
 * holds integers exactly and creates no object for any of them.
 * @param mask 0 for cells that do not count; null: all count
 */
export function countByHash(values: Float64Array | BigInt64Array, mask: Uint8Array | null): number {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const negativeHigh = values instanceof Float64Array ? SIGN : 0;
  // The words of the value in each slot; a value of two zeros is counted apart, so that they mark a free one.
  let slots = new Uint32Array(2 * START_SLOTS);
  let count = 0;
  let zeros = 0;
  for (let row = 0; row < values.length; row++) {
    if (mask !== null && mask[row] === 0) continue;
    const low = words[2 * row + LOW] ?? 0;
    const high = words[2 * row + 1 - LOW] ?? 0;
    if (isZero(low, high, negativeHigh)) zeros = 1;
    else if (insert(slots, low, high)) {
      count++;
      if (4 * count > slots.length) slots = grown(slots);
    }
  }
  return count + zeros;
}

/** @param negativeHigh the high word of -0; 0 for integers, whose lowest value has these bits */
function isZero(low: number, high: number, negativeHigh: number): boolean {
  return low === 0 && (high === 0 || high === negativeHigh);
}

/** Returns whether the value is new. At least one slot is free. */
function insert(slots: Uint32Array, low: number, high: number): boolean {
  const last = slots.length - 2;
  let slot = (hashWords(low, high) << 1) & last;
  for (;;) {
    const knownLow = slots[slot] ?? 0;
    const knownHigh = slots[slot + 1] ?? 0;
    if (knownLow === low && knownHigh === high) return false;
    if (knownLow === 0 && knownHigh === 0) break;
    slot = (slot + 2) & last;
  }
  slots[slot] = low;
  slots[slot + 1] = high;
  return true;
}

function grown(slots: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * slots.length);
  for (let slot = 0; slot < slots.length; slot += 2) {
    const low = slots[slot] ?? 0;
    const high = slots[slot + 1] ?? 0;
    if (low !== 0 || high !== 0) insert(larger, low, high);
  }
  return larger;
}
