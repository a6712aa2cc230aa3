import type { ColumnSchema } from '../domain/column.ts';
import { polarsColumn } from '../export/polars-column.ts';
import type { PythonContext } from '../export/python-context.ts';
import { pythonValue } from '../expressions/python-literal.ts';
import { constantOf, type FillConfig } from './null-filling.ts';

/** The filled column as pandas code. */
export function pandasFill(
  config: FillConfig,
  column: ColumnSchema,
  python: PythonContext,
): string {
  const series = `${python.frame()}[${python.literal(column.name)}]`;
  const floats = column.type === 'integer' ? `${series}.astype("Float64")` : series;
  switch (config.strategy) {
    case 'constant':
    case 'zero':
      return `${series}.fillna(${constantCode(config, column, python, 'pd.Timestamp')})`;
    case 'mean':
    case 'median':
      return `${floats}.fillna(${series}.${config.strategy}())`;
    case 'mode':
      python.helper('fill_with_mode', FILL_WITH_MODE);
      return `fill_with_mode(${series})`;
    case 'min':
    case 'max':
      return `${series}.fillna(${series}.${config.strategy}())`;
    case 'ffill':
    case 'bfill':
      return `${series}.${config.strategy}()`;
  }
}

const FILL_WITH_MODE = `def fill_with_mode(values):
    """The most frequent value in the place of nulls; of several the smallest."""
    modes = values.mode()
    return values if modes.empty else values.fillna(modes.min())`;

/** The filled column as Python polars code. */
export function polarsFill(
  config: FillConfig,
  column: ColumnSchema,
  python: PythonContext,
): string {
  python.import('import polars as pl');
  const expression = polarsColumn(python, column.name, python.literal(column.name));
  const floats = column.type === 'integer' ? `${expression}.cast(pl.Float64)` : expression;
  switch (config.strategy) {
    case 'constant':
    case 'zero': {
      const value = constantCode(config, column, python, 'datetime.fromisoformat');
      return `${expression}.fill_null(pl.lit(${value}))`;
    }
    case 'mean':
    case 'median':
      // Infinities of both signs have no mean: that is null here, not NaN.
      return `${floats}.fill_null(${expression}.${config.strategy}().fill_nan(None))`;
    case 'mode':
      return `${expression}.fill_null(${expression}.drop_nulls().mode().min())`;
    case 'min':
    case 'max':
      return `${expression}.fill_null(${expression}.${config.strategy}())`;
    case 'ffill':
      return `${expression}.forward_fill()`;
    case 'bfill':
      return `${expression}.backward_fill()`;
  }
}

/** The constant as the column's type; a parameter's variable where its value has that type. */
function constantCode(
  config: FillConfig,
  { type }: ColumnSchema,
  python: PythonContext,
  dateFunction: string,
): string {
  const constant = constantOf(config, type);
  if (constant === null) return 'None';
  const code = python.value(['value']);
  const isParameter =
    config.strategy === 'constant' && code !== python.literal(config.value ?? null);
  const isText = typeof config.value === 'string';
  const fits = isText === (type === 'string' || type === 'datetime');
  const text = isParameter && fits ? code : pythonValue(constant, (value) => python.literal(value));
  if (type !== 'datetime') return text;
  if (dateFunction.startsWith('datetime')) python.import('from datetime import datetime');
  return `${dateFunction}(${text})`;
}
