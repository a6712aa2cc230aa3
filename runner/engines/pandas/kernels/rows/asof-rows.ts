import type { AsofRule } from '../../../../domain/join.ts';
import type { Column } from '../../frame.ts';
import { concatColumns } from '../columns/concat-columns.ts';
import { denseRowCodes } from './dense-codes.ts';
import type { JoinedRows } from './join-rows.ts';
import { columnLength, validMask } from '../columns/null-mask.ts';
import { sortedOrder } from './sort-frame.ts';

type KeyColumns = readonly [Column, Column];

/** The left rows and below them the right rows, in order of their values. */
interface OrderedRows {
  readonly order: Int32Array;
  readonly values: Float64Array | BigInt64Array;
  /** Rows of a group have equal keys; -1: a key is null. */
  readonly groups: Int32Array;
  readonly groupCount: number;
  readonly leftLength: number;
}

/**
 * Matches each left row with the right row whose value is nearest, in the time of a sort. A null key matches
 * nothing.
 * @param by pairs of left and right columns that must be equal
 * @param on the columns of which the nearest values match; both have one type
 */
export function asofRows(by: readonly KeyColumns[], on: KeyColumns, rule: AsofRule): JoinedRows {
  const rows = orderRows(by, on);
  const { leftLength } = rows;
  const none = new Int32Array(leftLength).fill(-1);
  const before = rule.direction === 'forward' ? none : rowsBefore(rows);
  const after = rule.direction === 'backward' ? none : rowsAfter(rows);
  const distance = distanceIn(rows.values, on[0].type !== 'float');
  const isNear = (low: number, high: number): boolean =>
    rule.tolerance === null || distance(low, high) <= rule.tolerance;
  const matchOf = (row: number): number => {
    const low = before[row] ?? -1;
    const high = after[row] ?? -1;
    const isAfter = low === -1 || (high !== -1 && distance(row, high) < distance(low, row));
    if (isAfter) return high !== -1 && isNear(row, high) ? high - leftLength : -1;
    return isNear(low, row) ? low - leftLength : -1;
  };
  const left = Int32Array.from({ length: leftLength }, (_, row) => row);
  return { left, right: left.map(matchOf) };
}

function orderRows(by: readonly KeyColumns[], on: KeyColumns): OrderedRows {
  const column = concatColumns(on);
  const length = columnLength(column);
  if (column.type === 'string' || column.values instanceof Uint8Array) {
    throw new TypeError(`Values of the type ${column.type} have no distance.`);
  }
  const keys = by.map((pair) => concatColumns(pair));
  const { codes, count } = denseRowCodes(keys, length);
  const groups = codes.slice();
  for (const mask of [...keys, column].map(validMask)) {
    for (let row = 0; mask !== null && row < length; row++) if (mask[row] === 0) groups[row] = -1;
  }
  return {
    order: sortedOrder([{ column, descending: false }], length, 'last'),
    values: column.values,
    groups,
    groupCount: count,
    leftLength: columnLength(on[0]),
  };
}

/** The last right row up to the value of each left row; -1 for none. Equal values are read together. */
function rowsBefore(rows: OrderedRows): Int32Array {
  const { order, values, groups, groupCount, leftLength } = rows;
  const last = new Int32Array(groupCount).fill(-1);
  const found = new Int32Array(leftLength).fill(-1);
  for (let start = 0, end = 0; start < order.length; start = end) {
    end = endOfRun(order, values, start);
    // Left rows come first among equal values.
    const run = order.subarray(start, end);
    for (const row of run) if (row >= leftLength) last[groups[row] ?? -1] = row;
    for (const row of run) if (row < leftLength) found[row] = last[groups[row] ?? -1] ?? -1;
  }
  return found;
}

/** The place after the rows in order that have the value of the first one. */
function endOfRun(order: Int32Array, values: Float64Array | BigInt64Array, start: number): number {
  const value = values[order[start] ?? 0];
  let end = start + 1;
  while (end < order.length && values[order[end] ?? 0] === value) end++;
  return end;
}

/** The first right row from the value of each left row on. Among equal values, right rows come last. */
function rowsAfter({ order, groups, groupCount, leftLength }: OrderedRows): Int32Array {
  const next = new Int32Array(groupCount).fill(-1);
  const found = new Int32Array(leftLength).fill(-1);
  for (let at = order.length - 1; at >= 0; at--) {
    const row = order[at] ?? 0;
    const group = groups[row] ?? -1;
    if (row >= leftLength) next[group] = row;
    else found[row] = next[group] ?? -1;
  }
  return found;
}

/** The exact distance from a row to one with a value that is not lower. */
function distanceIn(
  values: Float64Array | BigInt64Array,
  isInteger: boolean,
): (low: number, high: number) => number | bigint {
  if (values instanceof BigInt64Array) {
    return (low, high) => (values[high] ?? 0n) - (values[low] ?? 0n);
  }
  return (low, high) => {
    const [from = 0, to = 0] = [values[low], values[high]];
    // An infinity is next to itself.
    if (from === to) return 0;
    const distance = to - from;
    return isInteger && !Number.isSafeInteger(distance) ? BigInt(to) - BigInt(from) : distance;
  };
}
