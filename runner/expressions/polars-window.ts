import type pl from 'nodejs-polars';
import { polarsAggregate } from '../engines/polars/aggregate-expression.ts';
import type { PolarsLibrary } from '../engines/polars/frame.ts';
import { applyOver, type RowOrder } from '../engines/polars/pinned/expression-form.ts';
import { midpoint } from '../engines/polars/midpoint.ts';
import { POLARS_FUNCTIONS } from '../engines/polars/pinned/functions.ts';
import type { PolarsBuilder } from './polars-builder.ts';
import {
  computesFloats,
  isOfPartition,
  windowColumn,
  type RollingWindow,
  type RunningAggregate,
  type WindowCall,
  type WindowFunction,
  type WindowOrder,
} from './window-call.ts';

/**
 * A window call in polars. The order has at most one key, except for ranks: polars ignores the nulls of
 * further keys, so the compiler replaces several keys by the position of the row.
 */
export function polarsWindow(
  call: WindowCall,
  build: PolarsBuilder,
  library: PolarsLibrary,
): pl.Expr {
  const result = emit({ call, build, library }, call.function);
  if (!computesFloats(call)) return result;
  // Polars evaluates a window once for each use in a condition.
  return build.shared(result).fillNan(library.lit(null));
}

interface Context {
  readonly call: WindowCall;
  readonly build: PolarsBuilder;
  readonly library: PolarsLibrary;
}

function emit(context: Context, called: WindowFunction): pl.Expr {
  const { call, build, library } = context;
  if (called.kind === 'rank') return rank(context, called.dense);
  if (called.kind === 'row number') {
    const numbers = build.call(POLARS_FUNCTIONS.range, build.integer(0), library.len());
    return over(context, numbers).add(build.integer(called.first));
  }
  const column = build.column(windowColumn(call).name);
  switch (called.kind) {
    case 'shift':
      return over(context, column.shift(called.offset));
    case 'fill':
      return over(
        context,
        called.direction === 'forward' ? column.forwardFill() : column.backwardFill(),
      );
    case 'running':
      return running(context, called.aggregate);
    case 'rolling':
      return rolling(context, called);
    case 'whole':
      return whole(context, called.aggregate);
    case 'quantile':
      return over(context, quantile(context, called.share));
  }
}

/** Nulls are dropped: polars adds their number to the place, which rounds it. */
function quantile({ call, build, library }: Context, share: number): pl.Expr {
  const values = build.cast(build.column(windowColumn(call).name).dropNulls(), 'float');
  const low = values.quantile(share, 'lower');
  const high = values.quantile(share, 'higher');
  const last = build.cast(values.count(), 'float').sub(build.literal('float', 1));
  const place = last.mul(build.literal('float', share));
  const part = place.sub(place.floor());
  const spread = high.sub(low);
  const rest = build.literal('float', 1).sub(part);
  const infinite = build.when(low.eq(high), low, low.mul(rest).add(high.mul(part)));
  const value = build.when(spread.isFinite(), low.add(spread.mul(part)), infinite);
  return value.fillNan(library.lit(null));
}

/** Sums of integers are computed in 128 bits; the query fails for one beyond 64 bits. */
function rolling(context: Context, window: RollingWindow): pl.Expr {
  const { call, build, library } = context;
  const { aggregate, size, minValues } = window;
  const { name, type } = windowColumn(call);
  const column = build.column(name);
  const options = { windowSize: size, minPeriods: minValues };
  switch (aggregate) {
    case 'min':
      return over(context, column.rollingMin(options));
    case 'max':
      return over(context, column.rollingMax(options));
    case 'mean': {
      // Sums of the largest floats stay in range, and nothing is lost of a float above 1e-288.
      const small = build.shared(column.mul(build.literal('float', SCALE)));
      const { sum, count } = floatWindow(context, small, window);
      return sum.div(count).mul(build.literal('float', 1 / SCALE));
    }
    case 'std':
      return over(context, column.rollingStd(options));
    case 'median': {
      // The median of polars interpolates, which yields NaN next to an infinity.
      const cells = build.cast(column, 'float');
      const middle = (interpolation: 'lower' | 'higher'): pl.Expr =>
        over(context, cells.rollingQuantile({ ...options, quantile: 0.5, interpolation }));
      const [low, high] = [build.shared(middle('lower')), build.shared(middle('higher'))];
      return midpoint(library, low, high);
    }
    case 'sum':
      if (type === 'float') return floatWindow(context, column, window).sum;
      return build.narrow(over(context, build.wide(column).rollingSum(options)));
  }
}

const SCALE = 2 ** -64;
/** The sums of larger windows are made from those of parts. */
const MAX_SUMMED = 256;

/**
 * The number of values of each window, and their sum, null with too few of them. Polars slides a sum by adding
 * the value that enters a window and subtracting the one that leaves it, whose rounding remains for ever: a
 * value of 1e16 changes all later sums by 1. With weights it adds the values of each window.
 */
function floatWindow(
  context: Context,
  cells: pl.Expr,
  { size, minValues }: RollingWindow,
): { readonly sum: pl.Expr; readonly count: pl.Expr } {
  const { build } = context;
  const known = build.cast(cells.isNotNull(), 'integer');
  const count = over(context, known.rollingSum({ windowSize: size, minPeriods: 1 }));
  const shared = build.shared(count);
  const sum = windowSums(context, cells.fillNull(build.literal('float', 0)), size);
  const enough = shared.gtEq(build.integer(minValues));
  return { sum: build.when(enough, sum, build.literal('float', null)), count: shared };
}

function windowSums(context: Context, cells: pl.Expr, size: number): pl.Expr {
  const { build } = context;
  const sums = (windowSize: number): pl.Expr => {
    const weights = Array.from({ length: windowSize }, () => 1);
    return over(context, cells.rollingSum({ windowSize, minPeriods: 1, weights }));
  };
  if (size <= MAX_SUMMED) return sums(size);
  const part = Math.floor(Math.sqrt(size));
  const rest = size % part;
  const parts = build.shared(sums(part));
  const before = (column: pl.Expr, rows: number): pl.Expr =>
    rows === 0 ? column : column.shift(rows).fillNull(build.literal('float', 0));
  const places = Array.from({ length: Math.floor(size / part) }, (_, index) => index * part);
  const whole = places.map((rows) => before(parts, rows));
  const all = rest === 0 ? whole : [...whole, before(build.shared(sums(rest)), size - rest)];
  return over(
    context,
    all.reduce((sum, one) => sum.add(one)),
  );
}

/** An aggregate of a partition in the order of the input. */
function whole(
  { call, build, library }: Context,
  aggregate: Extract<WindowFunction, { readonly kind: 'whole' }>['aggregate'],
): pl.Expr {
  const { name, type } = windowColumn(call);
  const column = build.column(name);
  const value =
    aggregate === 'mode'
      ? column.dropNulls().mode().min()
      : polarsAggregate(library, column, aggregate, type);
  return over({ call, build, library }, value);
}

/** Evaluates an expression over the rows of each partition. */
function over({ call, build, library }: Context, expression: pl.Expr): pl.Expr {
  const { partition } = call.over;
  const order = isOfPartition(call) ? null : call.over.order;
  if (partition.length === 0 && order === null) return expression;
  const keys = partition.map(({ name }) => build.column(name));
  return applyOver(
    library,
    expression,
    keys.length === 0 ? [build.integer(1)] : keys,
    order && orderOf(build, order),
  );
}

function orderOf(build: PolarsBuilder, { keys, descending }: WindowOrder): RowOrder {
  const [key, ...others] = keys;
  if (key === undefined || others.length > 0) throw new TypeError('Expected one order key.');
  return { key: build.column(key.name), descending };
}

/** Rows with a null among several keys are a partition of their own, which gets no ranks. */
function rank(context: Context, dense: boolean): pl.Expr {
  const { call, build, library } = context;
  const { partition, order } = call.over;
  const { keys, descending } = order ?? { keys: [], descending: false };
  const columns = keys.map(({ name }) => build.column(name));
  const [key, ...others] = columns;
  if (key === undefined) throw new TypeError('A rank needs an order.');
  const ranks = (one: pl.Expr): pl.Expr => one.rank(dense ? 'dense' : 'min', descending);
  const by = partition.map(({ name }) => build.column(name));
  if (others.length === 0) {
    const found = by.length === 0 ? ranks(key) : applyOver(library, ranks(key), by, null);
    return build.cast(found, 'integer');
  }
  const known = columns.map((one) => one.isNotNull()).reduce((all, one) => all.and(one));
  const found = applyOver(library, ranks(library.struct([...columns])), [...by, known], null);
  return build.when(known, build.cast(found, 'integer'), build.literal('integer', null));
}

/** Sums and products of integers are computed in 128 bits; the query fails for one beyond 64 bits. */
function running(context: Context, aggregate: RunningAggregate): pl.Expr {
  const { call, build } = context;
  const { name, type } = windowColumn(call);
  const column = build.column(name);
  const isNumber = type !== 'boolean' && type !== 'null';
  const numbers = isNumber ? column : build.cast(column, 'integer');
  switch (aggregate) {
    case 'min':
      return over(context, numbers.cumMin());
    case 'max':
      return over(context, numbers.cumMax());
    case 'sum':
    case 'prod': {
      const isInteger = call.type === 'integer';
      const cells = isInteger ? build.wide(numbers) : numbers;
      const results = over(context, aggregate === 'sum' ? cells.cumSum() : cells.cumProd());
      return isInteger ? build.narrow(results) : results;
    }
  }
}
