import type pl from 'nodejs-polars';
import { countRows, type PolarsFrame, type PolarsLibrary } from '../../engines/polars/frame.ts';
import { applyOperator } from '../../engines/polars/pinned/expression-form.ts';
import { PolarsBuilder } from '../../expressions/polars-builder.ts';
import type { Sample } from '../../plan/relation.ts';
import { largestSampleKey, MIX, sampleCount, seedWord } from '../../plan/row-sample.ts';
import { unusedName } from '../../domain/unused-name.ts';

/**
 * Keeps the rows of a sample, or all others. The plan computes keys batch by batch, so it holds no data.
 * @throws UserError for a sample of more rows than there are
 */
export function samplePlan(
  library: PolarsLibrary,
  input: PolarsFrame,
  { size, seed, part }: Sample,
): pl.LazyDataFrame {
  const rows = countRows(library, input);
  const count = sampleCount(rows, size);
  const { lazy } = input;
  if (count === 0 || count === rows) {
    const isEmpty = (count === 0) === (part === 'sample');
    return isEmpty ? lazy.limit(0) : lazy;
  }
  const name = unusedName(
    'row',
    input.columns.map((column) => column.name),
  );
  const key = library.col(name);
  const word = (value: number): pl.Expr =>
    new PolarsBuilder(library).integer(value).cast(library.UInt32);
  const xor = (value: pl.Expr): pl.Expr => applyOperator(library, 'Xor', key, value).alias(name);
  const shifted = (bits: number): pl.Expr =>
    xor(applyOperator(library, 'FloorDivide', key, word(2 ** bits)));
  const mixed = (plan: pl.LazyDataFrame): pl.LazyDataFrame => {
    const [first, second, last] = MIX.shifts;
    const [one, other] = MIX.multipliers;
    return plan
      .withColumns(shifted(first).mul(word(one)))
      .withColumns(shifted(second).mul(word(other)))
      .withColumns(shifted(last));
  };
  const numbered = lazy.withRowIndex(name).withColumns(key.cast(library.UInt32));
  const keyed = mixed(mixed(numbered).withColumns(xor(word(seedWord(seed)))));
  const largest = word(largestSampleKey(rows, count, seed));
  return keyed.filter(part === 'sample' ? key.ltEq(largest) : key.gt(largest)).drop(name);
}
