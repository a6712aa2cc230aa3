import { cellValues } from '../../engines/pandas/cell-values.ts';
import type { Column, Frame } from '../../engines/pandas/frame.ts';
import { columnByName } from '../../engines/pandas/kernels/column-access.ts';
import {
  deviationOf,
  distinctCount,
  extremesOf,
  meanOf,
  presentCount,
  presentNumbers,
} from '../../engines/pandas/kernels/column-summary.ts';
import { quantilesOf } from '../../engines/pandas/kernels/quantiles.ts';
import { takeCells } from '../../engines/pandas/kernels/take-rows.ts';
import type { LiteralValue } from '../../expressions/typed-expression.ts';
import { QUANTILES, type Describe } from '../../plan/operators/describe.ts';
import { descriptionOf, type Summary } from '../description.ts';

/** Computes the statistics column by column, each in one pass over the values without nulls. */
export function describeFrame(frame: Frame, { described }: Describe): Frame {
  return descriptionOf(described, ({ name }) => summaryOf(columnByName(frame, name), frame.length));
}

function summaryOf(column: Column, rows: number): Summary {
  const { min, max } = extremesOf(column);
  const numbers =
    column.type === 'float' || column.type === 'integer'
      ? presentNumbers(column)
      : new Float64Array();
  let quantiles: ReadonlyMap<number, number> | null = null;
  return {
    rows,
    count: presentCount(column),
    distinct: distinctCount(column),
    min: cellAt(column, min),
    max: cellAt(column, max),
    mean: () => meanOf(numbers),
    std: () => deviationOf(numbers),
    quantile: (share) => {
      quantiles ??= quantilesByShare(numbers.slice());
      return quantiles.get(share) ?? NaN;
    },
  };
}

function quantilesByShare(numbers: Float64Array): ReadonlyMap<number, number> {
  const shares = Object.values(QUANTILES).toSorted((a, b) => a - b);
  const values = quantilesOf(numbers, shares);
  return new Map(shares.map((share, at) => [share, values[at] ?? NaN]));
}

function cellAt(column: Column, row: number): LiteralValue {
  return cellValues(takeCells(column, Int32Array.of(row)))[0] ?? null;
}
