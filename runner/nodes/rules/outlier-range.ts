import { unusedName } from '../../domain/unused-name.ts';
import type { ColumnSchema } from '../../domain/column.ts';
import {
  addFloats,
  multiplyFloats,
  subtractFloats,
} from '../../expressions/operations/arithmetic.ts';
import { nullIf } from '../../expressions/operations/conditional.ts';
import { nanToNull } from '../../expressions/operations/unary-math.ts';
import {
  call,
  columnReference,
  literal,
  type TypedExpression,
} from '../../expressions/typed-expression.ts';
import { windowCall, type WindowFunction } from '../../expressions/window-call.ts';
import type { Field } from '../../plan/relation.ts';

export const OUTLIER_METHODS = ['iqr', 'zscore', 'percentile'] as const;

/** How to find the range of a column outside of which a value is an outlier. */
export interface OutlierRule {
  readonly method: (typeof OUTLIER_METHODS)[number];
  /** Quartile distances below the first and above the third quartile. */
  readonly factor: number;
  /** Standard deviations below and above the mean. */
  readonly threshold: number;
  /** Percentiles. */
  readonly lower: number;
  readonly upper: number;
}

/** The range of a column without outliers. A bound is null where the column has none. */
export interface OutlierRange {
  readonly column: ColumnSchema;
  /** Columns that the bounds read; they need a window relation. */
  readonly statistics: readonly Field[];
  readonly low: TypedExpression;
  readonly high: TypedExpression;
}

/** The range of each column. @param taken the names that the statistics must not have */
export function outlierRanges(
  columns: readonly ColumnSchema[],
  rule: OutlierRule,
  taken: readonly string[],
): readonly OutlierRange[] {
  const used = [...taken];
  const nameOf = (column: ColumnSchema, statistic: string): string => {
    const name = unusedName(`${column.name}_${statistic}`, used);
    used.push(name);
    return name;
  };
  return columns.map((column) => {
    const [first, second] = STATISTICS[rule.method](rule);
    const fieldOf = ([name, statistic]: Statistic): Field => ({
      name: nameOf(column, name),
      expression: windowCall(statistic, columnReference(column), 'float'),
    });
    const statistics = [fieldOf(first), fieldOf(second)] as const;
    const [one, other] = statistics.map(({ name }) => columnReference({ name, type: 'float' })) as [
      TypedExpression,
      TypedExpression,
    ];
    return { column, statistics, ...boundsOf(rule, one, other) };
  });
}

/** The name of a statistic, and what computes it. */
type Statistic = readonly [string, WindowFunction];

const quantile = (percent: number): WindowFunction => ({ kind: 'quantile', share: percent / 100 });

const STATISTICS: Readonly<
  Record<OutlierRule['method'], (rule: OutlierRule) => readonly [Statistic, Statistic]>
> = {
  iqr: () => [
    ['q1', quantile(25)],
    ['q3', quantile(75)],
  ],
  zscore: () => [
    ['mean', { kind: 'whole', aggregate: 'mean' }],
    ['std', { kind: 'whole', aggregate: 'std' }],
  ],
  percentile: ({ lower, upper }) => [
    ['low', quantile(lower)],
    ['high', quantile(upper)],
  ],
};

function boundsOf(
  { method, factor, threshold }: OutlierRule,
  one: TypedExpression,
  other: TypedExpression,
): Pick<OutlierRange, 'low' | 'high'> {
  switch (method) {
    case 'iqr':
      return around([one, other], scaled('factor', factor, call(subtractFloats, other, one)));
    case 'zscore': {
      // Values that are all equal have no outliers, although a rounded mean can differ from them.
      const deviation = call(nullIf('float'), other, literal('float', 0));
      return around([one, one], scaled('threshold', threshold, deviation));
    }
    case 'percentile':
      return { low: one, high: other };
  }
}

/** A distance times a number of the config. */
function scaled(key: string, value: number, distance: TypedExpression): TypedExpression {
  const times = { ...literal('float', value), written: { at: [key], value } };
  return call(multiplyFloats, distance, times);
}

function around(
  [low, high]: readonly [TypedExpression, TypedExpression],
  margin: TypedExpression,
): Pick<OutlierRange, 'low' | 'high'> {
  return {
    low: call(nanToNull, call(subtractFloats, low, margin)),
    high: call(nanToNull, call(addFloats, high, margin)),
  };
}
