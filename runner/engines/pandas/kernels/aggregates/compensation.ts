/**
 * What rounding took away from `total`, the sum of two floats: with it, the sum is exact. NaN if the total is
 * not finite. (Knuth, The Art of Computer Programming 2, 4.2.2.)
 */
export function roundingError(left: number, right: number, total: number): number {
  const added = total - left;
  return left - (total - added) + (right - added);
}

/** Adds what rounding took away from a sum, unless the sum is not finite. */
export function compensated(total: number, errors: number): number {
  return Number.isFinite(errors) ? total + errors : total;
}

/**
 * The sum of squared distances from the exact mean, of those from a rounded one: it removes the error of that
 * mean, which exceeds the deviation of values that are large and near to each other.
 * @param distances the sum of the distances, which is 0 for the exact mean
 */
export function centeredSquares(squares: number, distances: number, count: number): number {
  const excess = (distances / count) * distances;
  return Number.isFinite(excess) ? Math.max(0, squares - excess) : squares;
}
