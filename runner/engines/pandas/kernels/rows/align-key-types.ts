import type { Column, FloatColumn, IntegerColumn } from '../../frame.ts';
import { toBigints } from '../columns/exact-integers.ts';
import { columnLength } from '../columns/null-mask.ts';
import { nullLike } from '../columns/take-rows.ts';

const LIMIT = 2 ** 63;

/** Converts two key columns to one type, so that integers match floats exactly, and nulls nothing. */
export function alignKeyTypes(left: Column, right: Column): [Column, Column] {
  if (left.type === right.type) return [left, right];
  if (left.type === 'null') return [nullLike(right, columnLength(left)), right];
  if (right.type === 'null') return [left, nullLike(left, columnLength(right))];
  if (left.type === 'integer' && right.type === 'float') return alignWithFloats(left, right);
  if (left.type === 'float' && right.type === 'integer') {
    const [integers, floats] = alignWithFloats(right, left);
    return [floats, integers];
  }
  throw new TypeError(`Key types ${left.type} and ${right.type} are not comparable.`);
}

function alignWithFloats(integers: IntegerColumn, floats: FloatColumn): [Column, Column] {
  if (integers.values instanceof Float64Array)
    return [{ ...integers, type: 'float', values: integers.values }, floats];
  return [integers, toIntegers(floats)];
}

/** Converts floats to integers. Floats that are not integers match none, so they become null. */
function toIntegers({ values, validity }: FloatColumn): IntegerColumn {
  const whole = Uint8Array.from(values, (value, row) => {
    const fits = Number.isInteger(value) && value >= -LIMIT && value < LIMIT;
    return fits && (validity === null || validity[row] === 1) ? 1 : 0;
  });
  return { type: 'integer', values: toBigints(values, whole), validity: whole };
}
