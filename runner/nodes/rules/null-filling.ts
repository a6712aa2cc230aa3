import type pl from 'nodejs-polars';
import { isNumeric, type ColumnSchema, type ColumnType } from '../../domain/column.ts';
import type { JsonValue } from '../../domain/json.ts';
import type { Column } from '../../engines/pandas/frame.ts';
import { aggregateColumn } from '../../engines/pandas/kernels/aggregate-column.ts';
import { groupRows } from '../../engines/pandas/kernels/group-rows.ts';
import { modes } from '../../engines/pandas/kernels/modes.ts';
import { nearestValidRows } from '../../engines/pandas/kernels/nearest-valid-rows.ts';
import { columnLength } from '../../engines/pandas/kernels/null-mask.ts';
import { takeCells } from '../../engines/pandas/kernels/take-rows.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { PolarsBuilder } from '../../expressions/polars-builder.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import { integersAsFloats } from '../../expressions/kernels/floats.ts';
import { coalesce } from '../../expressions/operations/conditional.ts';
import { literal, type Literal } from '../../expressions/typed-expression.ts';
import { convertTo } from './config-value.ts';

/** The strategies of `fillNulls`. */
/** The strategies of `fillNulls`. */
export const FILL_STRATEGIES = [
  'constant',
  'mean',
  'median',
  'mode',
  'min',
  'max',
  'zero',
  'ffill',
  'bfill',
] as const;
export type FillStrategy = (typeof FILL_STRATEGIES)[number];

/** How to fill nulls. */
/** How to fill nulls. */
export interface FillConfig {
  readonly strategy: FillStrategy;
  readonly value?: JsonValue | undefined;
}

/** Whether the strategy applies to the type of the column. */
export function canFill(config: FillConfig, { type }: ColumnSchema): boolean {
  switch (config.strategy) {
    case 'constant':
      return constantOf(config, type) !== null;
    case 'zero':
    case 'mean':
    case 'median':
      return isNumeric(type);
    case 'mode':
    case 'min':
    case 'max':
    case 'ffill':
    case 'bfill':
      return true;
  }
}

/** The type of a filled column. */
/** The type of a filled column. */
export function filledType(strategy: FillStrategy, type: ColumnType): ColumnType {
  return type === 'integer' && (strategy === 'mean' || strategy === 'median') ? 'float' : type;
}

/** The constant of `constant` and `zero`; null for other strategies or if it cannot be converted. */
export function constantOf({ strategy, value }: FillConfig, type: ColumnType): Literal | null {
  if (strategy === 'zero') return convertTo(0, type);
  return strategy === 'constant' && value !== undefined ? convertTo(value, type) : null;
}

/** The polars expression of a filled column. @param column one that `canFill` accepts */
export function fillExpression(
  config: FillConfig,
  { name, type }: ColumnSchema,
  library: PolarsLibrary,
): pl.Expr {
  const build = new PolarsBuilder(library);
  const column = build.column(name);
  const { strategy } = config;
  if (strategy === 'ffill') return column.forwardFill();
  if (strategy === 'bfill') return column.backwardFill();
  const target = filledType(strategy, type);
  const source = target === type ? column : build.cast(column, target);
  if (strategy === 'constant' || strategy === 'zero') {
    const constant = constantOf(config, type) ?? literal(type, null);
    return build.call('Coalesce', source, build.literal(type, constant.value));
  }
  return build.call('Coalesce', source, AGGREGATE_EXPRESSIONS[strategy](build, source));
}

/** The fill value as an aggregate of the column. */
const AGGREGATE_EXPRESSIONS: Readonly<
  Record<
    Exclude<FillStrategy, 'constant' | 'zero' | 'ffill' | 'bfill'>,
    (build: PolarsBuilder, column: pl.Expr) => pl.Expr
  >
> = {
  mean: (build, column) => nanToNull(build, column.mean()),
  median: (build, column) => nanToNull(build, column.median()),
  mode: (_build, column) => column.dropNulls().mode().min(),
  min: (_build, column) => column.min(),
  max: (_build, column) => column.max(),
};

/** The mean of infinities of both signs is NaN. */
function nanToNull(build: PolarsBuilder, value: pl.Expr): pl.Expr {
  return build.when(value.isNotNan(), value, build.literal('float', null));
}

/** Fills a column of the pandas engine. */
export function fillColumn(config: FillConfig, name: string, column: Column): Column {
  const { strategy } = config;
  if (strategy === 'ffill' || strategy === 'bfill') {
    return takeCells(
      column,
      nearestValidRows(column, strategy === 'bfill' ? 'forward' : 'backward'),
    );
  }
  const length = columnLength(column);
  const target = filledType(strategy, column.type);
  const operand = { column, constant: false };
  const source = target === column.type ? column : integersAsFloats([operand], length);
  const value = { column: fillValue(config, name, source), constant: true };
  return coalesce(target).column([{ column: source, constant: false }, value], length);
}

/** The fill value as a column of one cell. */
function fillValue(config: FillConfig, name: string, column: Column): Column {
  const { strategy } = config;
  const all = groupRows([], columnLength(column));
  if (strategy === 'mode') return modes(column, all);
  if (isAggregate(strategy)) return aggregateColumn(column, all, strategy);
  const constant = constantOf(config, column.type) ?? literal(column.type, null);
  return evaluate(constant, { length: 1, names: [name], columns: [column] }).column;
}

const AGGREGATE_STRATEGIES = ['mean', 'median', 'min', 'max'] as const;

function isAggregate(strategy: FillStrategy): strategy is (typeof AGGREGATE_STRATEGIES)[number] {
  return AGGREGATE_STRATEGIES.some((candidate) => candidate === strategy);
}
