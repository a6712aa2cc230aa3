import type { Column, FloatColumn, IntegerColumn } from '../../frame.ts';
import type { Aggregate } from '../../../../expressions/aggregates.ts';
import { combineCodes, denseCodes } from '../rows/dense-codes.ts';
import { floatAggregate } from './float-aggregate.ts';
import { firstRowOfEach, groupSizes, type Groups } from '../rows/group-rows.ts';
import { asIntegers, integerProducts, integerSums } from './integer-aggregate.ts';
import { presentMask, validMask } from '../columns/null-mask.ts';
import { extremeRows, firstRows, lastRows } from './representative-rows.ts';
import { takeCells } from '../columns/take-rows.ts';

/**
 * Aggregates a column to one cell per group and skips nulls. For a group without values, sum, count and
 * nunique are 0 and the others null.
 * @param column of a type that `aggregateType` accepts
 * @throws AggregateOverflow when an integer sum or product is beyond 64 bits
 */
export function aggregateColumn(column: Column, groups: Groups, aggregate: Aggregate): Column {
  return KERNELS[aggregate](column, groups);
}

const KERNELS: Readonly<Record<Aggregate, (column: Column, groups: Groups) => Column>> = {
  count: (column, groups) => counts(groupSizes(groups, presentMask(column))),
  nunique: (column, groups) => counts(distinctCounts(column, groups)),
  first: (column, groups) => takeCells(column, firstRows(groups, validMask(column))),
  last: (column, groups) => takeCells(column, lastRows(groups, validMask(column))),
  min: (column, groups) => takeCells(column, extremeRows(column, groups, 'min')),
  max: (column, groups) => takeCells(column, extremeRows(column, groups, 'max')),
  sum: (column, groups) =>
    column.type === 'float'
      ? floatAggregate(column, groups, 'sum')
      : integerSums(asIntegers(column), groups),
  prod: (column, groups) =>
    column.type === 'float'
      ? floatAggregate(column, groups, 'prod')
      : integerProducts(asIntegers(column), groups),
  mean: (column, groups) => floatAggregate(asNumbers(column), groups, 'mean'),
  median: (column, groups) => floatAggregate(asNumbers(column), groups, 'median'),
  std: (column, groups) => floatAggregate(asNumbers(column), groups, 'std'),
  var: (column, groups) => floatAggregate(asNumbers(column), groups, 'var'),
};

function asNumbers(column: Column): FloatColumn | IntegerColumn {
  return column.type === 'float' ? column : asIntegers(column);
}

function counts(sizes: Int32Array): IntegerColumn {
  return { type: 'integer', values: Float64Array.from(sizes), validity: null };
}

function distinctCounts(column: Column, groups: Groups): Int32Array {
  const pairs = combineCodes(groups, denseCodes(column));
  const mask = validMask(column);
  const sizes = new Int32Array(groups.count);
  for (const row of firstRowOfEach(pairs)) {
    if (mask !== null && mask[row] === 0) continue;
    const group = groups.codes[row] ?? 0;
    sizes[group] = (sizes[group] ?? 0) + 1;
  }
  return sizes;
}
