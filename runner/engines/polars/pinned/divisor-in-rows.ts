import type pl from 'nodejs-polars';
import type { PolarsLibrary } from '../frame.ts';

/**
 * Repeats a constant float divisor in each row. Polars multiplies by the reciprocal of a single divisor,
 * which is inexact: 6 / 10 would be 0.6000000000000001, and 49 // 49 would be 0.
 * @param column any column of the frame
 */
export function divisorInRows(library: PolarsLibrary, constant: pl.Expr, column: pl.Expr): pl.Expr {
  return library.when(column.isNull()).then(constant).otherwise(constant);
}
