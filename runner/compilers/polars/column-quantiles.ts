import { midpoint } from '../../engines/pandas/kernels/aggregates/midpoint.ts';
import {
  presentNumbers,
  valueBetween,
  valuesAround,
  type ValuesAround,
} from '../../engines/pandas/kernels/aggregates/quantiles.ts';
import { fromPolars } from '../../engines/pandas/from-polars.ts';
import { columnExpressions } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import { literal } from '../../expressions/typed-expression.ts';
import type { Literal } from '../../expressions/literal.ts';
import { isMedian, windowColumn, type WindowCall } from '../../expressions/window-call.ts';

/** The value of a quantile or a median of all rows. */
export type QuantileOf = (call: WindowCall) => Literal;

/** Columns of so many cells together are copied to JavaScript at once. */
const MAX_COPIED_CELLS = 1_000_000;

/**
 * Finds quantiles of whole columns. The columns are evaluated first, and a kernel of the pandas engine selects
 * the values: the library takes 25 ms for each of the two values around a quantile of a million rows, and its
 * streaming quantile takes time that is quadratic in the number of quantiles.
 * @param calls those that are column quantiles
 * @returns null is the value of a column without numbers, and between infinities of both signs
 */
export function columnQuantiles(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  calls: readonly WindowCall[],
): QuantileOf {
  const callsByName = Map.groupBy(calls, (call) => windowColumn(call).name);
  const names = [...callsByName.keys()];
  const cells = lazy
    .select(...columnExpressions(library, columns, names))
    .collectSync({ engine: 'streaming' });
  // Of names such as `*` the library would make patterns.
  const keys = names.map((_name, index) => String(index));
  cells.columns = keys;
  const found = new Map<string, ReadonlyMap<number, ValuesAround>>();
  const size = Math.max(1, Math.floor(MAX_COPIED_CELLS / Math.max(cells.height, 1)));
  for (let first = 0; first < names.length; first += size) {
    const floats = library.col(keys.slice(first, first + size)).cast(library.Float64);
    for (const [at, column] of fromPolars(library, cells.select(floats)).columns.entries()) {
      const name = names[first + at] ?? '';
      const shares = new Set((callsByName.get(name) ?? []).map(shareOf));
      const ascending = [...shares].toSorted((left, right) => left - right);
      const around = valuesAround(presentNumbers(column), ascending);
      found.set(name, new Map(around.map((values, index) => [ascending[index] ?? NaN, values])));
    }
  }
  return (call) => {
    const around = found.get(windowColumn(call).name)?.get(shareOf(call));
    if (around === undefined) throw new Error('The quantile was not computed.');
    const { low, high, place } = around;
    const value = isMedian(call.function) ? midpoint(low, high) : valueBetween(low, high, place);
    return literal('float', Number.isNaN(value) ? null : value);
  };
}

function shareOf({ function: called }: WindowCall): number {
  if (isMedian(called)) return 0.5;
  if (called.kind !== 'quantile') throw new TypeError(`Expected a quantile, got ${called.kind}.`);
  return called.share;
}
