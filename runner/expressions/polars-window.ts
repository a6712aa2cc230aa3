import type pl from 'nodejs-polars';
import { polarsAggregate } from '../engines/polars/aggregate-expression.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import type { WindowCall } from './typed-expression.ts';

/** A window function over all rows: polars repeats the value of an aggregate in each row. */
export function polarsWindow(call: WindowCall, column: pl.Expr, library: PolarsLibrary): pl.Expr {
  const { function: name, arg } = call;
  if (name === 'forward fill') return column.forwardFill();
  if (name === 'backward fill') return column.backwardFill();
  if (name === 'mode') return column.dropNulls().mode().min();
  return polarsAggregate(library, column, name, arg.type);
}
