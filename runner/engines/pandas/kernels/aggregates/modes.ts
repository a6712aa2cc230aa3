import type { Column } from '../../frame.ts';
import { aggregateColumn } from './aggregate-column.ts';
import { combineCodes, denseCodes } from '../rows/dense-codes.ts';
import { firstRowOfEach, groupSizes, type Groups } from '../rows/group-rows.ts';
import { validMask } from '../columns/null-mask.ts';
import { takeCells } from '../columns/take-rows.ts';

/** The most frequent value of each group: on ties the smallest, null for a group of nulls. */
export function modes(column: Column, groups: Groups): Column {
  const values = combineCodes(groups, denseCodes(column));
  const sizes = groupSizes(values, validMask(column));
  const rows = firstRowOfEach(values);
  const groupOf = rows.map((row) => groups.codes[row] ?? 0);
  const largest = new Int32Array(groups.count);
  for (let value = 0; value < rows.length; value++) {
    const group = groupOf[value] ?? 0;
    largest[group] = Math.max(largest[group] ?? 0, sizes[value] ?? 0);
  }
  const isMode = (_: number, value: number): boolean =>
    sizes[value] === largest[groupOf[value] ?? 0];
  const candidates = takeCells(column, rows.filter(isMode));
  return aggregateColumn(candidates, regroup(groupOf.filter(isMode), groups.count), 'min');
}

/** The groups of the candidates, which need not be in the order of the groups. */
function regroup(codes: Int32Array, count: number): Groups {
  const firstRows = new Int32Array(count);
  for (let row = codes.length - 1; row >= 0; row--) firstRows[codes[row] ?? 0] = row;
  return { count, codes, firstRows };
}
