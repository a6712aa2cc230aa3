import type { Column, FloatColumn, IntegerColumn } from '../frame.ts';
import { toBigints } from './exact-integers.ts';

const LIMIT = 2 ** 63;

/** Two key columns in one type, so that equal cells are equal values: integers meet floats exactly. */
export function matchableKeys(left: Column, right: Column): [Column, Column] {
  if (left.type === right.type) return [left, right];
  if (left.type === 'integer' && right.type === 'float') return meetFloats(left, right);
  if (left.type === 'float' && right.type === 'integer') {
    const [integers, floats] = meetFloats(right, left);
    return [floats, integers];
  }
  throw new TypeError(`Keys of type ${left.type} and ${right.type} cannot match.`);
}

function meetFloats(integers: IntegerColumn, floats: FloatColumn): [Column, Column] {
  if (integers.values instanceof Float64Array)
    return [{ ...integers, type: 'float', values: integers.values }, floats];
  return [integers, wholeNumbers(floats)];
}

/** Floats as integers; those that are none, and so can match none, are null. */
function wholeNumbers({ values, validity }: FloatColumn): IntegerColumn {
  const whole = Uint8Array.from(values, (value, row) => {
    const fits = Number.isInteger(value) && value >= -LIMIT && value < LIMIT;
    return fits && (validity === null || validity[row] === 1) ? 1 : 0;
  });
  return { type: 'integer', values: toBigints(values, whole), validity: whole };
}
