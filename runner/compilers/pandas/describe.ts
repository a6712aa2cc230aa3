import { cellValues } from '../../engines/pandas/cell-values.ts';
import type { Column, Frame } from '../../engines/pandas/frame.ts';
import { columnByName } from '../../engines/pandas/kernels/columns/column-access.ts';
import {
  deviationOf,
  meanOf,
  presentCount,
  presentNumbers,
  presentOffsets,
} from '../../engines/pandas/kernels/aggregates/column-summary.ts';
import {
  distinctCount,
  type NumberRange,
} from '../../engines/pandas/kernels/aggregates/distinct-count.ts';
import { extremesOf, type Extremes } from '../../engines/pandas/kernels/aggregates/extremes.ts';
import { plusBase } from '../../engines/plus-base.ts';
import { quantilesOf } from '../../engines/pandas/kernels/aggregates/quantiles.ts';
import { takeCells } from '../../engines/pandas/kernels/columns/take-rows.ts';
import type { LiteralValue } from '../../expressions/literal.ts';
import { QUANTILES, type Describe } from '../../plan/operators/describe.ts';
import { descriptionOf, type Summary } from '../description.ts';

/** Computes the statistics column by column, each in one pass over the values without nulls. */
export function describeFrame(frame: Frame, { described }: Describe): Frame {
  return descriptionOf(described, ({ name }) => summaryOf(columnByName(frame, name), frame.length));
}

function summaryOf(column: Column, rows: number): Summary {
  const extremes = extremesOf(column);
  const { min, max } = extremes;
  const isNumeric = column.type === 'float' || column.type === 'integer';
  const numbers = isNumeric ? presentNumbers(column) : new Float64Array();
  const { base, offsets } = isNumeric
    ? presentOffsets(column, numbers)
    : { base: 0n, offsets: numbers };
  const mean = meanOf(offsets);
  let quantiles: ReadonlyMap<number, number> | null = null;
  return {
    rows,
    count: presentCount(column),
    distinct: distinctCount(column, rangeOf(column, extremes)),
    min: cellAt(column, min),
    max: cellAt(column, max),
    mean: () => plusBase(base, mean),
    std: () => deviationOf(offsets, mean),
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

/** The range of a column of floats; null for other cells and without values. */
function rangeOf(column: Column, { min, max }: Extremes): NumberRange | null {
  if (column.type === 'string' || !(column.values instanceof Float64Array)) return null;
  const [least, greatest] = [column.values[min], column.values[max]];
  return least === undefined || greatest === undefined ? null : { min: least, max: greatest };
}

function cellAt(column: Column, row: number): LiteralValue {
  return cellValues(takeCells(column, Int32Array.of(row)))[0] ?? null;
}
