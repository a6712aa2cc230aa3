import type pl from 'nodejs-polars';
import { plusBase } from '../../engines/plus-base.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import type { LiteralValue } from '../../expressions/literal.ts';

/**
 * The mean and deviation of a column of integers that floats round: of their distances from the minimum. Null for
 * integers that floats hold, and where a distance is beyond 64 bits: it is so large that rounding is harmless.
 * @param key the name of the column
 */
export function largeIntegers(
  library: PolarsLibrary,
  cells: pl.DataFrame,
  {
    key,
    min,
    max,
  }: { readonly key: string; readonly min: LiteralValue; readonly max: LiteralValue },
): { readonly mean: number; readonly std: number } | null {
  if (typeof min !== 'bigint' || typeof max !== 'bigint') return null;
  if (isSafe(min) && isSafe(max)) return null;
  if (BigInt.asIntN(64, max - min) !== max - min) return null;
  const values = library.col(key);
  const offsets = values.sub(values.min());
  const [mean, std] = cells
    .lazy()
    .select(offsets.mean().alias('mean'), offsets.std().alias('std'))
    .collectSync()
    .row(0) as readonly (number | null)[];
  return { mean: plusBase(min, mean ?? NaN), std: std ?? NaN };
}

function isSafe(value: bigint): boolean {
  return Number.isSafeInteger(Number(value));
}
