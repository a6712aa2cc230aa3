import type pl from 'nodejs-polars';
import { polarsAggregate } from '../engines/polars/aggregate-expression.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import type { WindowCall } from './typed-expression.ts';

/** A window function over all rows: polars repeats the value of an aggregate in each row. */
export function polarsWindow(call: WindowCall, column: pl.Expr, library: PolarsLibrary): pl.Expr {
  switch (call.function) {
    case 'forward fill':
      return column.forwardFill();
    case 'backward fill':
      return column.backwardFill();
    case 'mode':
      return column.dropNulls().mode().min();
    default:
      return polarsAggregate(library, column, call.function, call.arg.type ?? 'string');
  }
}
