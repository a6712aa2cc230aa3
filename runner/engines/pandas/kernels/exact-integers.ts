import type { Validity } from '../frame.ts';

/** Integers in the narrower of the two shapes that holds them all: floats while exact. */
export function packIntegers(values: BigInt64Array): Float64Array | BigInt64Array {
  const bound = 2n ** 53n;
  for (const value of values) if (value >= bound || value <= -bound) return values;
  return Float64Array.from(values, Number);
}

/** The same integers as 64-bit ones; cells of null are 0. */
export function toBigints(values: Float64Array | BigInt64Array, validity: Validity): BigInt64Array {
  if (values instanceof BigInt64Array) return values;
  const out = new BigInt64Array(values.length);
  for (let row = 0; row < values.length; row++) {
    if (validity === null || validity[row] === 1) out[row] = BigInt(values[row] ?? 0);
  }
  return out;
}

/** The nearest floats. */
export function toFloats(values: Float64Array | BigInt64Array): Float64Array {
  return values instanceof Float64Array ? values : Float64Array.from(values, Number);
}
