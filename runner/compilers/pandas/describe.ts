import { cellValues } from '../../engines/pandas/cell-values.ts';
import type { Column, Frame } from '../../engines/pandas/frame.ts';
import { aggregateColumn } from '../../engines/pandas/kernels/aggregate-column.ts';
import { columnByName } from '../../engines/pandas/kernels/column-access.ts';
import { groupSizes, type Groups } from '../../engines/pandas/kernels/group-rows.ts';
import { presentMask } from '../../engines/pandas/kernels/null-mask.ts';
import { quantiles } from '../../engines/pandas/kernels/quantiles.ts';
import type { Aggregate } from '../../expressions/aggregates.ts';
import type { LiteralValue } from '../../expressions/typed-expression.ts';
import type { Describe } from '../../plan/operators/describe.ts';
import { descriptionOf } from '../description.ts';

/** Computes the statistics column by column, each as an aggregate of one group. */
export function describeFrame(frame: Frame, { described }: Describe): Frame {
  const rows = frame.length;
  // The group exists also if there is no row.
  const all: Groups = {
    count: 1,
    codes: new Int32Array(rows),
    firstRows: Int32Array.of(rows === 0 ? -1 : 0),
  };
  return descriptionOf(described, ({ name }) => {
    const column = columnByName(frame, name);
    const cell = (aggregate: Aggregate): LiteralValue =>
      onlyCell(aggregateColumn(column, all, aggregate));
    return {
      rows,
      count: groupSizes(all, presentMask(column))[0] ?? 0,
      distinct: Number(cell('nunique')),
      min: cell('min'),
      max: cell('max'),
      mean: () => numberOf(cell('mean')),
      std: () => numberOf(cell('std')),
      quantile: (share) => numberOf(onlyCell(quantiles(column, all, share))),
    };
  });
}

function onlyCell(column: Column): LiteralValue {
  return cellValues(column)[0] ?? null;
}

function numberOf(value: LiteralValue): number {
  return value === null ? NaN : Number(value);
}
