import { isNumeric, type ColumnSchema, type ColumnType } from '../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { aggregateType, type Aggregate } from '../../engines/pandas/kernels/aggregate-type.ts';
import { polarsColumn, polarsColumns } from '../../python/polars-columns.ts';
import type { PythonContext } from '../../python/python-context.ts';

/** One result column of a group-by. */
export interface Aggregation {
  readonly source: string;
  readonly aggregate: Aggregate;
  /** The name of the result column. */
  readonly name: string;
}

/** Emits pandas code that groups by `group_by` of the config and aggregates. */
export function emitPandasAggregates(
  python: PythonContext,
  aggregations: readonly Aggregation[],
): void {
  const keys = python.value(['group_by']);
  python.line(
    `${python.target} = ${python.frame()}.groupby(${keys}, sort=False, dropna=False, as_index=False).agg(`,
  );
  python.line('    **{');
  for (const aggregation of aggregations) {
    const function_ = pandasFunction(aggregation.aggregate, typeOf(python, aggregation.source));
    const source = python.literal(aggregation.source);
    python.line(`        ${python.literal(aggregation.name)}: (${source}, ${function_}),`);
  }
  python.line('    }');
  const types = aggregations.flatMap((aggregation) => {
    const source = { name: aggregation.source, type: typeOf(python, aggregation.source) };
    const type = aggregateType(aggregation.aggregate, source);
    return isNumeric(type) ? [[aggregation.name, COLUMN_TYPE_TABLE[type].pandasPython]] : [];
  });
  const cast = types.length === 0 ? '' : `.astype(${python.literal(Object.fromEntries(types))})`;
  python.line(`)${cast}`);
}

/** Aggregates that need no numbers, so that they work on every type. */
const NON_NUMERIC_AGGREGATES: ReadonlySet<Aggregate> = new Set([
  'count',
  'nunique',
  'min',
  'max',
  'first',
  'last',
]);

function pandasFunction(aggregate: Aggregate, type: ColumnType): string {
  const call = aggregate === 'prod' ? 'prod(min_count=1)' : `${aggregate}()`;
  if (type === 'boolean' && !NON_NUMERIC_AGGREGATES.has(aggregate)) {
    return `lambda values: values.astype("Int64").${call}`;
  }
  return aggregate === 'prod' ? `lambda values: values.${call}` : `"${aggregate}"`;
}

/** Emits polars code, eager or lazy, that groups by `group_by` of the config and aggregates. */
export function emitPolarsAggregates(
  python: PythonContext,
  keys: readonly string[],
  aggregations: readonly Aggregation[],
): void {
  const by = polarsColumns(python, keys, ['group_by']);
  python.line(`${python.target} = ${python.frame()}.group_by(${by}, maintain_order=True).agg(`);
  for (const { source, aggregate, name } of aggregations) {
    const type = typeOf(python, source);
    const column = polarsColumn(python, source, python.literal(source));
    const numbers = type === 'boolean' ? `${column}.cast(pl.Int64)` : column;
    const code = POLARS_CODE[aggregate](column, numbers);
    const nanToNull =
      type === 'float' && !NON_NUMERIC_AGGREGATES.has(aggregate) ? '.fill_nan(None)' : '';
    const alias = name === source ? '' : `.alias(${python.literal(name)})`;
    python.line(`    ${code}${nanToNull}${alias},`);
  }
  python.line(')');
}

const POLARS_CODE: Readonly<Record<Aggregate, (column: string, numbers: string) => string>> = {
  sum: (_column, numbers) => `${numbers}.sum()`,
  mean: (_column, numbers) => `${numbers}.mean()`,
  median: (_column, numbers) => `${numbers}.median()`,
  std: (_column, numbers) => `${numbers}.std()`,
  var: (_column, numbers) => `${numbers}.var()`,
  prod: (column, numbers) => `pl.when(${column}.count() > 0).then(${numbers}.product())`,
  count: (column) => `${column}.count().cast(pl.Int64)`,
  nunique: (column) => `${column}.drop_nulls().n_unique().cast(pl.Int64)`,
  min: (column) => `${column}.min()`,
  max: (column) => `${column}.max()`,
  first: (column) => `${column}.drop_nulls().first()`,
  last: (column) => `${column}.drop_nulls().last()`,
};

function typeOf(python: PythonContext, name: string): ColumnType {
  const found: ColumnSchema | undefined = python.columns().find((column) => column.name === name);
  if (found === undefined) throw new TypeError(`Column "${name}" does not exist.`);
  return found.type;
}
