import { midpoint } from '../../engines/pandas/kernels/aggregates/midpoint.ts';
import { placeOf, valueBetween } from '../../engines/pandas/kernels/aggregates/quantiles.ts';
import { columnExpressions } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { literal, type Literal } from '../../expressions/typed-expression.ts';
import { isMedian, windowColumn, type WindowCall } from '../../expressions/window-call.ts';

/** The value of a quantile or a median of all rows. */
export type QuantileOf = (call: WindowCall) => Literal;

/**
 * Finds quantiles of whole columns. The columns are evaluated first: a streaming quantile takes time that is
 * quadratic in the number of quantiles (18 s for those of 64 columns of 600 rows), so one expression in memory
 * computes a quantile of all columns.
 * @param calls those that are column quantiles
 * @returns null is the value of a column without numbers, and between infinities of both signs
 */
export function columnQuantiles(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  calls: readonly WindowCall[],
): QuantileOf {
  const names = [...new Set(calls.map((call) => windowColumn(call).name))];
  const cells = lazy
    .select(...columnExpressions(library, columns, names))
    .collectSync({ engine: 'streaming' });
  // Of names such as `*` the library would make patterns.
  const keys = names.map((_name, index) => String(index));
  cells.columns = keys;
  // Nulls are dropped: polars adds their number to the place, which rounds it.
  const values = library.col(keys).dropNulls().cast(library.Float64);
  const statistics = [...new Set(calls.map(shareOf))].flatMap((share) => [
    values.quantile(share, 'lower').suffix(` low ${share}`),
    values.quantile(share, 'higher').suffix(` high ${share}`),
  ]);
  const found = cells
    .lazy()
    .select(values.count().suffix(' count'), ...statistics)
    .collectSync();
  const row = found.row(0) as readonly unknown[];
  const numbers = new Map(found.columns.map((name, at) => [name, Number(row[at] ?? NaN)]));
  return (call) => {
    const key = names.indexOf(windowColumn(call).name);
    const share = shareOf(call);
    const number = (statistic: string): number => numbers.get(`${key} ${statistic}`) ?? NaN;
    const [low, high] = [number(`low ${share}`), number(`high ${share}`)];
    const value = isMedian(call.function)
      ? midpoint(low, high)
      : valueBetween(low, high, placeOf(number('count'), share));
    return literal('float', Number.isNaN(value) ? null : value);
  };
}

function shareOf({ function: called }: WindowCall): number {
  if (isMedian(called)) return 0.5;
  if (called.kind !== 'quantile') throw new TypeError(`Expected a quantile, got ${called.kind}.`);
  return called.share;
}
