import type { Column, IntegerColumn } from '../../frame.ts';
import { packIntegers, toBigints } from '../columns/exact-integers.ts';
import { groupSizes, type Groups } from '../rows/group-rows.ts';

/** An integer sum or product is beyond 64 bits. The plan knows the names of the columns. */
export class AggregateOverflow extends Error {}

const MAX = 2n ** 63n - 1n;
const MIN = -(2n ** 63n);

/** A column of numbers or booleans as integers; true is 1. @throws TypeError for another type */
export function asIntegers(column: Column): IntegerColumn {
  switch (column.type) {
    case 'integer':
      return column;
    case 'boolean':
    case 'null':
      return { ...column, type: 'integer', values: Float64Array.from(column.values) };
    case 'float':
    case 'datetime':
    case 'string':
      throw new TypeError(`Column type ${column.type} cannot be aggregated as integers.`);
  }
}

/** Exact sums, 0 for a group without values. @throws AggregateOverflow when a sum is beyond 64 bits */
export function integerSums(column: IntegerColumn, groups: Groups): IntegerColumn {
  const floats =
    column.values instanceof Float64Array ? floatSums(column.values, column, groups) : null;
  const values = floats ?? bigintSums(column, groups);
  return { type: 'integer', values, validity: null };
}

/** Null when a sum leaves the range in which floats are exact. */
function floatSums(
  values: Float64Array,
  { validity }: IntegerColumn,
  groups: Groups,
): Float64Array | null {
  const sums = new Float64Array(groups.count);
  for (let row = 0; row < values.length; row++) {
    if (validity !== null && validity[row] === 0) continue;
    const group = groups.codes[row] ?? 0;
    const sum = (sums[group] ?? 0) + (values[row] ?? 0);
    if (sum > Number.MAX_SAFE_INTEGER || sum < Number.MIN_SAFE_INTEGER) return null;
    sums[group] = sum;
  }
  return sums;
}

function bigintSums(column: IntegerColumn, groups: Groups): Float64Array | BigInt64Array {
  const values = toBigints(column.values, column.validity);
  const { validity } = column;
  const sums = new Array<bigint>(groups.count).fill(0n);
  for (let row = 0; row < values.length; row++) {
    if (validity !== null && validity[row] === 0) continue;
    const group = groups.codes[row] ?? 0;
    sums[group] = (sums[group] ?? 0n) + (values[row] ?? 0n);
  }
  return packResults(sums);
}

/** Exact products, null for a group without values. @throws AggregateOverflow when a product is beyond 64 bits */
export function integerProducts(column: IntegerColumn, groups: Groups): IntegerColumn {
  const { validity } = column;
  const values = toBigints(column.values, validity);
  const products = new Array<bigint>(groups.count).fill(1n);
  const zero = groupsWithZero(values, validity, groups);
  for (let row = 0; row < values.length; row++) {
    if (validity !== null && validity[row] === 0) continue;
    const group = groups.codes[row] ?? 0;
    // The magnitude of a product without zeros only grows, so an overflow is final.
    products[group] =
      zero[group] === 1 ? 0n : checkRange((products[group] ?? 0n) * (values[row] ?? 0n));
  }
  const sizes = groupSizes(groups, validity);
  return {
    type: 'integer',
    values: packResults(products),
    validity: sizes.includes(0) ? Uint8Array.from(sizes, (size) => Math.min(size, 1)) : null,
  };
}

function groupsWithZero(
  values: BigInt64Array,
  validity: Uint8Array | null,
  groups: Groups,
): Uint8Array {
  const zero = new Uint8Array(groups.count);
  for (let row = 0; row < values.length; row++) {
    const present = validity === null || validity[row] === 1;
    if (present && values[row] === 0n) zero[groups.codes[row] ?? 0] = 1;
  }
  return zero;
}

function packResults(results: readonly bigint[]): Float64Array | BigInt64Array {
  return packIntegers(BigInt64Array.from(results, (result) => checkRange(result)));
}

/** @throws AggregateOverflow for an integer beyond 64 bits */
export function checkRange(result: bigint): bigint {
  if (result <= MAX && result >= MIN) return result;
  throw new AggregateOverflow();
}
