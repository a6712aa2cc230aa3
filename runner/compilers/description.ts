import { isNumeric, type ColumnSchema, type ColumnType } from '../domain/column.ts';
import type { Column, Frame } from '../engines/pandas/frame.ts';
import { concatColumns } from '../engines/pandas/kernels/columns/concat-columns.ts';
import { nanToNull } from '../engines/pandas/kernels/aggregates/float-aggregate.ts';
import { nullLike } from '../engines/pandas/kernels/columns/take-rows.ts';
import { datetimeText } from '../expressions/values/dates.ts';
import { floatText } from '../expressions/values/number-text.ts';
import type { LiteralValue } from '../expressions/literal.ts';
import { DESCRIPTION, QUANTILES, type Statistic } from '../plan/operators/describe.ts';

/** What an engine computes of a column. NaN stands for a number that does not exist. */
export interface Summary {
  /** The numbers of all cells, of those with a value, and of distinct values. */
  readonly rows: number;
  readonly count: number;
  readonly distinct: number;
  /** The least and the greatest value. */
  readonly min: LiteralValue;
  readonly max: LiteralValue;
  /** Statistics of numbers; not called for other columns. */
  readonly mean: () => number;
  readonly std: () => number;
  readonly quantile: (share: number) => number;
}

/** The rows of a description. */
export function descriptionOf(
  described: readonly ColumnSchema[],
  summaryOf: (column: ColumnSchema, index: number) => Summary,
): Frame {
  const rows = described.map((column, index) => statisticsOf(column, summaryOf(column, index)));
  return {
    length: rows.length,
    names: DESCRIPTION.map(({ name }) => name),
    columns: DESCRIPTION.map(({ name, type }) =>
      concatColumns([nullLike({ type }, 0), ...rows.map((row) => row[name])]),
    ),
  };
}

/** Each statistic as a column of one cell. */
function statisticsOf(
  { name, type }: ColumnSchema,
  { rows, count, distinct, min, max, mean, std, quantile }: Summary,
): Readonly<Record<Statistic, Column>> {
  const float = (compute: () => number): Column =>
    nanToNull(Float64Array.of(isNumeric(type) ? compute() : NaN));
  return {
    column: text(name),
    type: text(type),
    count: integer(count),
    nulls: integer(rows - count),
    distinct: integer(distinct),
    min: text(textOf(type, min)),
    max: text(textOf(type, max)),
    mean: float(mean),
    std: float(std),
    q25: float(() => quantile(QUANTILES.q25)),
    median: float(() => quantile(QUANTILES.median)),
    q75: float(() => quantile(QUANTILES.q75)),
  };
}

/** The text of a value as a cast yields it. */
function textOf(type: ColumnType, value: LiteralValue): string | null {
  if (value === null) return null;
  if (type === 'float') return floatText(Number(value));
  return type === 'datetime' && typeof value === 'bigint' ? datetimeText(value) : String(value);
}

function text(value: string | null): Column {
  if (value === null) return nullLike({ type: 'string' }, 1);
  return { type: 'string', codes: Int32Array.of(0), dictionary: [value] };
}

function integer(value: number): Column {
  return { type: 'integer', values: Float64Array.of(value), validity: null };
}
