import type pl from 'nodejs-polars';
import type { ColumnType } from '../../domain/column.ts';
import { PolarsBuilder } from '../../expressions/polars-builder.ts';
import type { Aggregate } from '../../expressions/aggregates.ts';
import type { PolarsLibrary } from './frame.ts';
import { midpoint } from './midpoint.ts';

/**
 * An aggregate of a column within a group. Nulls are skipped; for a group without values, sum, count and
 * nunique are 0 and the others null; NaN is null. The query fails for an integer beyond 64 bits.
 * @param type the type of the column, one that `aggregateType` accepts
 */
export function polarsAggregate(
  library: PolarsLibrary,
  column: pl.Expr,
  aggregate: Aggregate,
  type: ColumnType,
): pl.Expr {
  const numbers = type === 'boolean' || type === 'null' ? column.cast(library.Int64) : column;
  const result = AGGREGATE[aggregate]({ library, column, numbers, type });
  return type === 'float' ? result.fillNan(library.lit(null)) : result;
}

interface Input {
  readonly library: PolarsLibrary;
  readonly column: pl.Expr;
  /** The column with booleans as 0 and 1, and untyped nulls as integers. */
  readonly numbers: pl.Expr;
  readonly type: ColumnType;
}

const AGGREGATE: Readonly<Record<Aggregate, (input: Input) => pl.Expr>> = {
  count: ({ library, column }) => column.count().cast(library.Int64),
  nunique: ({ library, column }) => column.dropNulls().nUnique().cast(library.Int64),
  min: ({ column }) => column.min(),
  max: ({ column }) => column.max(),
  first: ({ column }) => column.dropNulls().first(),
  last: ({ column }) => column.dropNulls().last(),
  mean: ({ numbers }) => numbers.mean(),
  median: ({ library, numbers, type }) =>
    type === 'float' ? floatMedian(library, numbers) : numbers.median(),
  std: ({ numbers }) => numbers.std(),
  var: ({ numbers }) => numbers.var(),
  sum: ({ library, numbers, type }) =>
    type === 'float' ? numbers.sum() : exactSum(library, numbers),
  prod: ({ library, numbers, type }) =>
    library
      .when(numbers.count().gt(library.lit(0)))
      .then(type === 'float' ? numbers.product() : exactProduct(library, numbers))
      .otherwise(library.lit(null)),
};

/** The median of polars interpolates, which yields NaN next to an infinity. */
function floatMedian(library: PolarsLibrary, floats: pl.Expr): pl.Expr {
  return midpoint(library, floats.quantile(0.5, 'lower'), floats.quantile(0.5, 'higher'));
}

function exactSum(library: PolarsLibrary, integers: pl.Expr): pl.Expr {
  const build = new PolarsBuilder(library);
  return build.narrow(build.wide(integers).sum());
}

/** The product in floats detects an overflow of 128 bits. */
function exactProduct(library: PolarsLibrary, integers: pl.Expr): pl.Expr {
  const build = new PolarsBuilder(library);
  const zero = integers.eq(library.lit(0)).sum().gt(library.lit(0));
  const huge = integers.cast(library.Float64).product().abs().gt(library.lit(1e20));
  const beyond = build.wideInteger(2n ** 62n).mul(build.wideInteger(4n));
  const product = library.when(huge).then(beyond).otherwise(build.wide(integers).product());
  return build.narrow(library.when(zero).then(build.wideInteger(0n)).otherwise(product));
}
