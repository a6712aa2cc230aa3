import type { ColumnType } from '../domain/column.ts';
import { call } from '../python/code.ts';
import type { PythonEmitter } from './python-code.ts';
import { NON_NUMERIC_AGGREGATES, type Aggregate } from './aggregates.ts';

/** The Python polars code of an aggregate of a column. @param column its code */
export function aggregateCode(
  emit: Pick<PythonEmitter, 'helper'>,
  aggregate: Aggregate,
  { code: column, type }: { readonly code: string; readonly type: ColumnType },
): string {
  if (aggregate === 'median' && type === 'float') {
    emit.helper('median', MEDIAN);
    return `${call('median', [column])}.fill_nan(None)`;
  }
  const numbers = type === 'boolean' || type === 'null' ? `${column}.cast(pl.Int64)` : column;
  const code = CODE[aggregate](column, numbers);
  const canBeNaN = type === 'float' && !NON_NUMERIC_AGGREGATES.has(aggregate);
  return canBeNaN ? `${code}.fill_nan(None)` : code;
}

const CODE: Readonly<Record<Aggregate, (column: string, numbers: string) => string>> = {
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

const MEDIAN = `def median(column):
    """The median of floats. That of polars is NaN next to an infinity."""
    low = column.quantile(0.5, "lower")
    high = column.quantile(0.5, "higher")
    total = low + high
    return pl.when(total.is_finite()).then(total / 2).otherwise(low / 2 + high / 2)`;
