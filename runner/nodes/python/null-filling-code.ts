import type { ColumnSchema } from '../../domain/column.ts';
import { polarsColumn } from '../../python/polars-columns.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { pythonValue } from '../../expressions/python-value.ts';
import { constantOf, type FillConfig, type FillStrategy } from '../rules/null-filling.ts';

/** The pandas code of a filled column. */
export function pandasFill(
  config: FillConfig,
  column: ColumnSchema,
  python: PythonContext,
): string {
  const series = `${python.frame()}[${python.literal(column.name)}]`;
  const floats = column.type === 'integer' ? `${series}.astype("Float64")` : series;
  const { strategy } = config;
  if (isConstant(strategy)) {
    return `${series}.fillna(${constantCode(config, column, python, 'pd.Timestamp')})`;
  }
  if (strategy === 'mode') python.helper('fill_with_mode', FILL_WITH_MODE);
  const codes = {
    mean: `${floats}.fillna(${series}.mean())`,
    median: `${floats}.fillna(${series}.median())`,
    mode: `fill_with_mode(${series})`,
    min: `${series}.fillna(${series}.min())`,
    max: `${series}.fillna(${series}.max())`,
    ffill: `${series}.ffill()`,
    bfill: `${series}.bfill()`,
  } as const satisfies Record<ColumnStrategy, string>;
  return codes[strategy];
}

/** Strategies that take the value from the column. */
type ColumnStrategy = Exclude<FillStrategy, 'constant' | 'zero'>;

function isConstant(strategy: FillStrategy): strategy is 'constant' | 'zero' {
  return strategy === 'constant' || strategy === 'zero';
}

const FILL_WITH_MODE = `def fill_with_mode(values):
    """Replace nulls by the most frequent value; on ties, by the smallest."""
    modes = values.mode()
    return values if modes.empty else values.fillna(modes.min())`;

/** The Python polars code of a filled column. */
export function polarsFill(
  config: FillConfig,
  column: ColumnSchema,
  python: PythonContext,
): string {
  python.import('import polars as pl');
  const expression = polarsColumn(python, column.name, python.literal(column.name));
  const floats = column.type === 'integer' ? `${expression}.cast(pl.Float64)` : expression;
  const { strategy } = config;
  if (isConstant(strategy)) {
    const value = constantCode(config, column, python, 'datetime.fromisoformat');
    return `${expression}.fill_null(pl.lit(${value}))`;
  }
  const codes = {
    // The mean of infinities of both signs is NaN, which becomes null.
    mean: `${floats}.fill_null(${expression}.mean().fill_nan(None))`,
    median: `${floats}.fill_null(${expression}.median().fill_nan(None))`,
    mode: `${expression}.fill_null(${expression}.drop_nulls().mode().min())`,
    min: `${expression}.fill_null(${expression}.min())`,
    max: `${expression}.fill_null(${expression}.max())`,
    ffill: `${expression}.forward_fill()`,
    bfill: `${expression}.backward_fill()`,
  } as const satisfies Record<ColumnStrategy, string>;
  return codes[strategy];
}

/** The constant with the type of the column; the variable of a parameter if it has that type. */
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
