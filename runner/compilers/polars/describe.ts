import type pl from 'nodejs-polars';
import { isNumeric, type ColumnType } from '../../domain/column.ts';
import { placeOf, valueBetween } from '../../engines/pandas/kernels/aggregates/quantiles.ts';
import { toPolars } from '../../engines/pandas/to-polars.ts';
import { polarsAggregate } from '../../engines/polars/aggregate-expression.ts';
import { columnExpressions } from '../../engines/polars/column-expression.ts';
import type { PolarsFrame, PolarsLibrary } from '../../engines/polars/frame.ts';
import type { Aggregate } from '../../expressions/aggregates.ts';
import type { LiteralValue } from '../../expressions/literal.ts';
import { QUANTILES, type Describe } from '../../plan/operators/describe.ts';
import { descriptionOf } from '../description.ts';
import { largeIntegers } from './large-integers.ts';

/**
 * Makes a row of statistics for each column. The columns are evaluated first: the library takes milliseconds to
 * build an expression and has a streaming quantile that is quadratic in the columns, so one expression in memory
 * computes a statistic of all columns of a type.
 */
export function describePlan(
  library: PolarsLibrary,
  { lazy, columns }: PolarsFrame,
  { described }: Describe,
): pl.LazyDataFrame {
  const names = described.map(({ name }) => name);
  const cells = lazy
    .select(...columnExpressions(library, columns, names))
    .collectSync({ engine: 'streaming' });
  // Of names such as `*` the library would make patterns.
  const keys = described.map((_column, index) => String(index));
  cells.columns = keys;
  const types = new Set(described.map(({ type }) => type));
  const statistics = [...types].flatMap((type) =>
    expressionsOf(
      library,
      keys.filter((_key, index) => described[index]?.type === type),
      type,
    ),
  );
  const results = cells
    .lazy()
    .select(...statistics)
    .collectSync();
  const row = results.row(0) as readonly unknown[];
  const byName = new Map(results.columns.map((name, at) => [name, row[at]]));
  const frame = descriptionOf(described, ({ type }, index) => {
    const value = (statistic: string): unknown => byName.get(`${index}.${statistic}`) ?? null;
    const number = (statistic: string): number => numberOf(value(statistic));
    const count = number('count');
    const [min, max] = [cellOf(type, value('min')), cellOf(type, value('max'))];
    const large =
      type === 'integer' ? largeIntegers(library, cells, { key: String(index), min, max }) : null;
    return {
      rows: cells.height,
      count,
      distinct: number('nunique'),
      min,
      max,
      mean: () => large?.mean ?? number('mean'),
      std: () => large?.std ?? number('std'),
      quantile: (share) =>
        valueBetween(number(`low ${share}`), number(`high ${share}`), placeOf(count, share)),
    };
  });
  return toPolars(library, frame).lazy();
}

/** The statistics of columns of one type. @param keys their names */
function expressionsOf(
  library: PolarsLibrary,
  keys: readonly string[],
  type: ColumnType,
): readonly pl.Expr[] {
  const cells = library.col([...keys]);
  const aggregate = (called: Aggregate): pl.Expr => polarsAggregate(library, cells, called, type);
  // As text, a large integer reaches JavaScript exactly.
  const isWide = type === 'integer' || type === 'datetime';
  const end = (called: 'min' | 'max'): pl.Expr =>
    isWide ? aggregate(called).cast(library.Int64).cast(library.String) : aggregate(called);
  const statistics: Record<string, pl.Expr> = {
    count: aggregate('count'),
    nunique: aggregate('nunique'),
    min: end('min'),
    max: end('max'),
  };
  if (isNumeric(type)) {
    statistics.mean = aggregate('mean');
    statistics.std = aggregate('std');
    // Nulls are dropped: polars adds their number to the place, which rounds it.
    const values = cells.dropNulls().cast(library.Float64);
    for (const share of Object.values(QUANTILES)) {
      statistics[`low ${share}`] = values.quantile(share, 'lower');
      statistics[`high ${share}`] = values.quantile(share, 'higher');
    }
  }
  return Object.entries(statistics).map(([name, code]) => code.suffix(`.${name}`));
}

function cellOf(type: ColumnType, value: unknown): LiteralValue {
  if (typeof value === 'string') return type === 'string' ? value : BigInt(value);
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function numberOf(value: unknown): number {
  return value === null ? NaN : Number(value);
}
