import type { Validity } from '../../frame.ts';
import { computeCells } from './compute-cells.ts';

/** Stores integers as floats if all are exact as such, else unchanged. */
export function packIntegers(values: BigInt64Array): Float64Array | BigInt64Array {
  const bound = 2n ** 53n;
  for (const value of values) if (value >= bound || value <= -bound) return values;
  return roundedFloats(values);
}

/** Converts integers to 64-bit integers. Null cells are 0. */
export function toBigints(values: Float64Array | BigInt64Array, validity: Validity): BigInt64Array {
  if (values instanceof BigInt64Array) return values;
  const out = new BigInt64Array(values.length);
  for (let row = 0; row < values.length; row++) {
    if (validity === null || validity[row] === 1) out[row] = BigInt(values[row] ?? 0);
  }
  return out;
}

/** Converts integers to the nearest floats. */
export function toFloats(values: Float64Array | BigInt64Array): Float64Array {
  return values instanceof Float64Array ? values : roundedFloats(values);
}

function roundedFloats(values: BigInt64Array): Float64Array {
  return computeCells(new Float64Array(values.length), (row) => Number(values[row]));
}
