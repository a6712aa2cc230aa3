import type pl from 'nodejs-polars';
import { isNumeric, type ColumnSchema, type ColumnType } from '../../domain/column.ts';
import type { JsonValue } from '../../domain/json.ts';
import type { Column } from '../../engines/pandas/frame.ts';
import { aggregateColumn } from '../../engines/pandas/kernels/aggregate-column.ts';
import { denseCodes } from '../../engines/pandas/kernels/dense-codes.ts';
import { firstRowOfEach, groupRows, groupSizes } from '../../engines/pandas/kernels/group-rows.ts';
import { columnLength, validMask } from '../../engines/pandas/kernels/null-mask.ts';
import { takeCells } from '../../engines/pandas/kernels/take-rows.ts';
import type { PolarsLibrary } from '../../engines/polars/frame.ts';
import { PolarsBuilder } from '../../expressions/polars-builder.ts';
import { evaluate } from '../../expressions/evaluate.ts';
import { integersAsFloats } from '../../expressions/kernels/floats.ts';
import { coalesce } from '../../expressions/operations/conditional.ts';
import { literal, type Literal } from '../../expressions/typed-expression.ts';
import { valueOfType } from './config-value.ts';

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

export interface FillConfig {
  readonly strategy: FillStrategy;
  readonly value?: JsonValue | undefined;
}

/** Whether the strategy has something to fill the column with. */
export function fillsColumn(config: FillConfig, { type }: ColumnSchema): boolean {
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

export function filledType(strategy: FillStrategy, type: ColumnType): ColumnType {
  return type === 'integer' && (strategy === 'mean' || strategy === 'median') ? 'float' : type;
}

/** The constant of `constant` and `zero`; null for other strategies, or when it does not fit. */
export function constantOf({ strategy, value }: FillConfig, type: ColumnType): Literal | null {
  if (strategy === 'zero') return valueOfType(0, type);
  return strategy === 'constant' && value !== undefined ? valueOfType(value, type) : null;
}

/** The filled column on polars. @param column one that `fillsColumn` lets pass */
export function filledExpression(
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
  return build.call('Coalesce', source, FIGURES[strategy](build, source));
}

/** One value of a whole column. */
const FIGURES: Readonly<
  Record<
    Exclude<FillStrategy, 'constant' | 'zero' | 'ffill' | 'bfill'>,
    (build: PolarsBuilder, column: pl.Expr) => pl.Expr
  >
> = {
  mean: (build, column) => numberOrNull(build, column.mean()),
  median: (build, column) => numberOrNull(build, column.median()),
  mode: (_build, column) => column.dropNulls().mode().min(),
  min: (_build, column) => column.min(),
  max: (_build, column) => column.max(),
};

/** Infinities of both signs have no mean. */
function numberOrNull(build: PolarsBuilder, value: pl.Expr): pl.Expr {
  return build.when(value.isNotNan(), value, build.literal('float', null));
}

/** The filled column on the pandas engine. */
export function filledColumn(config: FillConfig, name: string, column: Column): Column {
  const { strategy } = config;
  if (strategy === 'ffill' || strategy === 'bfill') {
    return takeCells(column, neighbours(column, strategy === 'bfill'));
  }
  const length = columnLength(column);
  const target = filledType(strategy, column.type);
  const operand = { column, constant: false };
  const source = target === column.type ? column : integersAsFloats([operand], length);
  const filling = { column: fillingOf(config, name, source), constant: true };
  return coalesce(target).column([{ column: source, constant: false }, filling], length);
}

/** One cell: what the nulls are filled with. */
function fillingOf(config: FillConfig, name: string, column: Column): Column {
  const { strategy } = config;
  if (strategy === 'mode') return mode(column);
  if (isAggregate(strategy)) {
    return aggregateColumn(column, groupRows([], columnLength(column)), strategy);
  }
  const constant = constantOf(config, column.type) ?? literal(column.type, null);
  return evaluate(constant, { length: 1, names: [name], columns: [column] }).column;
}

const AGGREGATE_STRATEGIES = ['mean', 'median', 'min', 'max'] as const;

function isAggregate(strategy: FillStrategy): strategy is (typeof AGGREGATE_STRATEGIES)[number] {
  return AGGREGATE_STRATEGIES.some((candidate) => candidate === strategy);
}

/** The most frequent value, of several the smallest; null when there is none. */
function mode(column: Column): Column {
  const codes = denseCodes(column);
  const sizes = groupSizes(codes, validMask(column));
  let most = 1;
  for (const size of sizes) most = Math.max(most, size);
  const winners = firstRowOfEach(codes).filter((_, code) => sizes[code] === most);
  return aggregateColumn(takeCells(column, winners), groupRows([], winners.length), 'min');
}

/** For each row the nearest row before it (or after it) that holds a value, itself included; -1: none. */
function neighbours(column: Column, after: boolean): Int32Array {
  const mask = validMask(column);
  const length = columnLength(column);
  const rows = new Int32Array(length);
  let nearest = -1;
  for (let step = 0; step < length; step++) {
    const row = after ? length - 1 - step : step;
    if (mask === null || mask[row] === 1) nearest = row;
    rows[row] = nearest;
  }
  return rows;
}
