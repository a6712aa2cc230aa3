import type { ColumnType } from '../domain/column.ts';
import type { PythonContext } from '../python/python-context.ts';
import type { Aggregate } from './aggregates.ts';
import { aggregateCode } from './polars-aggregate-code.ts';
import { polarsOperand } from './polars-column-code.ts';
import { addPolarsQuantile } from './quantile-code.ts';
import { call, chain, keyword, list } from '../python/code.ts';
import {
  computesFloats,
  isOfPartition,
  windowColumn,
  type RollingWindow,
  type WindowCall,
  type WindowFunction,
  type WindowOrder,
} from './window-call.ts';

/** The Python polars code of a window call. */
export function polarsWindowCode(python: PythonContext, call_: WindowCall): string {
  const { function: called, over } = call_;
  if (called.kind === 'rank') return rankCode(python, call_, called.dense);
  const code = functionCode(python, call_, called);
  const order = isOfPartition(call_) ? null : over.order;
  const args = [...partitionArguments(python, call_), ...orderArguments(python, order)];
  const over_ = args.length === 0 ? [] : [call('over', args)];
  const withoutNaN = computesFloats(call_) ? [call('fill_nan', ['None'])] : [];
  return [code, ...over_, ...withoutNaN].join('.');
}

function functionCode(
  python: PythonContext,
  call_: WindowCall,
  called: Exclude<WindowFunction, { readonly kind: 'rank' }>,
): string {
  if (called.kind === 'row number') {
    return called.first === 0 ? 'pl.int_range(pl.len())' : 'pl.int_range(1, pl.len() + 1)';
  }
  const { name, type } = windowColumn(call_);
  const column = columnCode(python, name);
  switch (called.kind) {
    case 'shift':
      return chain(column, [call('shift', [String(called.offset)])]);
    case 'fill':
      return chain(column, [call(`${called.direction}_fill`)]);
    case 'running': {
      const isNumber = type !== 'boolean';
      const numbers = isNumber ? column : chain(column, [call('cast', ['pl.Int64'])]);
      return chain(numbers, [call(`cum_${called.aggregate}`)]);
    }
    case 'rolling':
      return rollingCode(python, { code: column, type }, called);
    case 'whole':
      return wholeCode(python, called.aggregate, { code: column, type });
    case 'quantile':
      addPolarsQuantile(python);
      return call('quantile', [column, python.literal(called.share)]);
  }
}

function rollingCode(
  python: PythonContext,
  { code, type }: { readonly code: string; readonly type: ColumnType },
  { aggregate, size, minValues }: RollingWindow,
): string {
  const isExact = aggregate === 'sum' && type === 'integer';
  if (aggregate === 'median' || aggregate === 'mean' || (aggregate === 'sum' && !isExact)) {
    const name = `rolling_${aggregate}`;
    python.helper(name, ROLLING[aggregate]);
    return call(name, [code, String(size), String(minValues)]);
  }
  const minimum = keyword('min_samples', String(minValues));
  return chain(code, [call(`rolling_${aggregate}`, [String(size), minimum])]);
}

/** With weights, polars adds the values of each window, see floatWindow. */
const ROLLING: Readonly<Record<'sum' | 'mean' | 'median', string>> = {
  sum: `def rolling_sum(column, window, min_samples):
    """Sum the values of each window: otherwise polars keeps the rounding of values that left."""
    total = column.fill_null(0).rolling_sum(window, [1.0] * window, min_samples=1)
    known = column.is_not_null().cast(pl.Int64).rolling_sum(window, min_samples=1)
    return pl.when(known >= min_samples).then(total)`,
  mean: `def rolling_mean(column, window, min_samples):
    """Sum the values of each window: otherwise polars keeps the rounding of values that left."""
    cells = column.fill_null(0) * 2.0**-64
    total = cells.rolling_sum(window, [1.0] * window, min_samples=1)
    known = column.is_not_null().cast(pl.Int64).rolling_sum(window, min_samples=1)
    return pl.when(known >= min_samples).then(total / known * 2.0**64)`,
  median: `def rolling_median(column, window, min_samples):
    """The median of each window. That of polars is NaN next to an infinity."""
    low = column.rolling_quantile(0.5, "lower", window, min_samples=min_samples)
    high = column.rolling_quantile(0.5, "higher", window, min_samples=min_samples)
    total = low + high
    return pl.when(total.is_finite()).then(total / 2).otherwise(low / 2 + high / 2)`,
};

function wholeCode(
  python: PythonContext,
  aggregate: Aggregate | 'mode',
  column: { readonly code: string; readonly type: ColumnType },
): string {
  if (aggregate !== 'mode') return aggregateCode(python, aggregate, column);
  return chain(column.code, [call('drop_nulls'), call('mode'), call('min')]);
}

function columnCode(python: PythonContext, name: string): string {
  return polarsOperand(python, name, python.literal(name));
}

/** A column as an argument for which polars takes its name. */
function nameCode(python: PythonContext, name: string): string {
  const code = columnCode(python, name);
  return code.startsWith('pl.col(') ? python.literal(name) : code;
}

function partitionArguments(
  python: PythonContext,
  { over: { partition } }: WindowCall,
): readonly string[] {
  return partition.map(({ name }) => nameCode(python, name));
}

/** Several keys have the row number as the last one: polars does not keep the order of their ties. */
function orderArguments(python: PythonContext, order: WindowOrder | null): readonly string[] {
  if (order === null) return [];
  const { keys, descending } = order;
  const codes = keys.map(({ name }) => nameCode(python, name));
  const tie = descending ? 'pl.int_range(pl.len(), 0, -1)' : 'pl.int_range(pl.len())';
  return [
    keyword('order_by', codes.length === 1 ? codes.join('') : list([...codes, tie])),
    ...(descending ? [keyword('descending', 'True')] : []),
    keyword('nulls_last', 'True'),
  ];
}

/** Rows with a null among several keys are a partition of their own, which gets no ranks. */
function rankCode(python: PythonContext, call_: WindowCall, dense: boolean): string {
  const { keys, descending } = call_.over.order ?? { keys: [], descending: false };
  const args = [
    python.literal(dense ? 'dense' : 'min'),
    ...(descending ? [keyword('descending', 'True')] : []),
  ];
  const rank = call('rank', args);
  const partition = partitionArguments(python, call_);
  const asInteger = call('cast', ['pl.Int64']);
  const columns = keys.map(({ name }) => columnCode(python, name));
  if (columns.length === 1) {
    const over = partition.length === 0 ? [] : [call('over', partition)];
    return chain(columns.join(''), [rank, ...over, asInteger]);
  }
  const known = call(
    'pl.all_horizontal',
    columns.map((column) => `${column}.is_not_null()`),
  );
  const struct = call('pl.struct', columns);
  const ranks = chain(struct, [rank, call('over', [...partition, known])]);
  return chain(call('pl.when', [known]), [call('then', [ranks]), asInteger]);
}
