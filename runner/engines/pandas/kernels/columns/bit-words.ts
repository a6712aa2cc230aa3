/** The two 32-bit halves of each 64-bit cell, in new arrays. */
export interface BitWords {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
}

const SIGN = 0x80000000;
/** Typed arrays use the byte order of the machine. */
const LOW_FIRST = new Uint32Array(new BigUint64Array([1n]).buffer)[0] === 1;

/** Splits 64-bit values into words. -0 has the bits of 0, so that equal values have equal bits. */
export function bitWords(values: Float64Array | BigInt64Array): BitWords {
  const { length } = values;
  const words = new Uint32Array(values.buffer, values.byteOffset, length * 2);
  const low = new Uint32Array(length);
  const high = new Uint32Array(length);
  const lowOffset = LOW_FIRST ? 0 : 1;
  for (let row = 0; row < length; row++) {
    low[row] = words[2 * row + lowOffset] ?? 0;
    high[row] = words[2 * row + 1 - lowOffset] ?? 0;
  }
  if (values instanceof Float64Array) normalizeNegativeZero(low, high);
  return { low, high };
}

function normalizeNegativeZero(low: Uint32Array, high: Uint32Array): void {
  for (let row = 0; row < low.length; row++) {
    if (high[row] === SIGN && low[row] === 0) high[row] = 0;
  }
}
