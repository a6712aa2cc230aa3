import type pl from 'nodejs-polars';
import type { PolarsLibrary } from './frame.ts';

/**
 * The float halfway between two floats. Halves of denormal floats are rounded, so they are added only where
 * the sum exceeds the range of floats. NaN between infinities of both signs.
 */
export function midpoint(library: PolarsLibrary, low: pl.Expr, high: pl.Expr): pl.Expr {
  const sum = low.add(high);
  return library
    .when(sum.isFinite())
    .then(sum.div(2))
    .otherwise(low.div(2).add(high.div(2)));
}
