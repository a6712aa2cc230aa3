import { call, chain, dict, keyword, list, subscript } from '../python/code.ts';
import { addPandasQuantile } from './quantile-code.ts';
import type { Aggregate } from './aggregates.ts';
import { NAN_TO_NULL } from './operations/python-helpers.ts';
import { rollingCode } from './pandas-rolling-code.ts';
import type { PythonEmitter } from './python-code.ts';
import {
  isOfPartition,
  windowColumn,
  type RunningAggregate,
  type WindowCall,
  type WindowFunction,
  type WindowSpec,
} from './window-call.ts';

/**
 * The pandas code of a window call. Its index is that of the frame, in another order if the window has one:
 * an assignment aligns it.
 * @param frame the variable of the frame
 */
export function pandasWindowCode(emit: PythonEmitter, call_: WindowCall, frame: string): string {
  const { function: called, over } = call_;
  const { partition } = over;
  if (called.kind === 'rank') return rankCode(emit, over, { frame, dense: called.dense });
  const rows = isOfPartition(call_) ? frame : sortedCode(emit, over, frame);
  if (called.kind === 'rolling') {
    return rollingCode(emit, { call: call_, rolling: called, frame: rows });
  }
  if (called.kind === 'row number') return rowNumberCode(emit, call_, { rows, frame });
  const { name, type } = windowColumn(call_);
  const asNumbers =
    type === 'boolean' && sumsValues(called) ? [call('astype', [dict([[name, '"Int64"']])])] : [];
  const grouped = partition.length === 0 ? [] : [groupCode(emit, over)];
  const values = subscript(chain(rows, [...asNumbers, ...grouped]), emit.literal(name));
  return functionCode(emit, called, {
    values,
    isGrouped: partition.length > 0,
    isFloat: type === 'float',
  });
}

function rankCode(
  emit: PythonEmitter,
  { partition, order }: WindowSpec,
  { frame, dense }: { readonly frame: string; readonly dense: boolean },
): string {
  emit.import('import numpy as np');
  emit.helper('ranked', RANKED);
  const { keys, descending } = order ?? { keys: [], descending: false };
  return call('ranked', [
    frame,
    keyword('partition', namesCode(emit, partition)),
    keyword('order', namesCode(emit, keys)),
    ...(descending ? [keyword('ascending', 'False')] : []),
    ...(dense ? [keyword('dense', 'True')] : []),
  ]);
}

interface Values {
  readonly values: string;
  readonly isGrouped: boolean;
  readonly isFloat: boolean;
}

function functionCode(
  emit: PythonEmitter,
  called: Exclude<WindowFunction, { readonly kind: 'rank' | 'row number' | 'rolling' }>,
  { values, isGrouped, isFloat }: Values,
): string {
  switch (called.kind) {
    case 'shift':
      return chain(values, [call('shift', [String(called.offset)])]);
    case 'fill':
      return chain(values, [call(called.direction === 'forward' ? 'ffill' : 'bfill')]);
    case 'running':
      return runningCode(emit, called.aggregate, { values, isGrouped, isFloat });
    case 'whole':
      return wholeCode(emit, called.aggregate, { values, isGrouped });
    case 'quantile':
      return quantileCode(emit, called.share, { values, isGrouped });
  }
}

function runningCode(
  emit: PythonEmitter,
  aggregate: RunningAggregate,
  { values, isGrouped, isFloat }: Values,
): string {
  const results = chain(values, [call(`cum${aggregate}`)]);
  if (!isFloat || aggregate === 'min' || aggregate === 'max') return results;
  emit.helper('nan_to_null', NAN_TO_NULL);
  if (!isGrouped || aggregate === 'prod') return call('nan_to_null', [results]);
  emit.import('import numpy as np');
  emit.helper('running_sum', RUNNING_SUM);
  return call('nan_to_null', [call('running_sum', [values])]);
}

function wholeCode(
  emit: PythonEmitter,
  aggregate: Aggregate | 'mode',
  { values, isGrouped }: Pick<Values, 'values' | 'isGrouped'>,
): string {
  if (aggregate === 'mode') {
    emit.helper('mode_of', MODE_OF);
    return isGrouped ? chain(values, [call('transform', ['mode_of'])]) : call('mode_of', [values]);
  }
  const method = WHOLE_METHODS[aggregate] ?? `${aggregate}()`;
  if (!isGrouped) return chain(values, [method]);
  return chain(values, [call('transform', [`lambda values: values.${method}`])]);
}

function quantileCode(
  emit: PythonEmitter,
  share: number,
  { values, isGrouped }: Pick<Values, 'values' | 'isGrouped'>,
): string {
  addPandasQuantile(emit);
  const at = emit.literal(share);
  if (!isGrouped) return call('quantile', [values, at]);
  return chain(values, [call('transform', [`lambda values: quantile(values, ${at})`])]);
}

function rowNumberCode(
  emit: PythonEmitter,
  { function: called, over }: WindowCall,
  { rows, frame }: { readonly rows: string; readonly frame: string },
): string {
  const first = called.kind === 'row number' ? called.first : 0;
  if (over.partition.length > 0) {
    const numbers = chain(rows, [groupCode(emit, over), call('cumcount')]);
    const counted = first === 0 ? numbers : `(${numbers} + ${first})`;
    return chain(counted, [call('astype', ['"Int64"'])]);
  }
  const range = call('range', first === 0 ? [`len(${frame})`] : ['1', `len(${frame}) + 1`]);
  const index = keyword('index', `${rows}.index`);
  return call('pd.Series', [range, index, keyword('dtype', '"Int64"')]);
}

function sortedCode(emit: PythonEmitter, { order }: WindowSpec, frame: string): string {
  if (order === null) return frame;
  const args = [
    namesCode(emit, order.keys),
    ...(order.descending ? [keyword('ascending', 'False')] : []),
    keyword('kind', '"stable"'),
  ];
  return chain(frame, [call('sort_values', args)]);
}

function groupCode(emit: PythonEmitter, { partition }: WindowSpec): string {
  return call('groupby', [
    namesCode(emit, partition),
    keyword('dropna', 'False'),
    keyword('sort', 'False'),
  ]);
}

function namesCode(emit: PythonEmitter, columns: readonly { readonly name: string }[]): string {
  return list(columns.map(({ name }) => emit.literal(name)));
}

/** pandas has no arithmetic of booleans with nulls. */
function sumsValues(called: WindowFunction): boolean {
  if (called.kind !== 'whole' && called.kind !== 'running') return false;
  return ['sum', 'prod', 'mean'].includes(called.aggregate);
}

/** The methods of a Series whose name differs from that of the aggregate. */
const WHOLE_METHODS: Partial<Record<string, string>> = {
  prod: 'prod(min_count=1)',
  first: 'dropna().iloc[0]',
  last: 'dropna().iloc[-1]',
};

const MODE_OF = `def mode_of(values):
    """The most frequent value; on ties, the smallest. Missing if there is none."""
    modes = values.mode()
    return pd.NA if modes.empty else modes.min()`;

const RANKED = `def ranked(frame, partition, order, ascending=True, dense=False):
    """Rank the rows of each partition. Rows with equal keys share a rank, a null key has none."""
    rows = frame.dropna(subset=order).sort_values(order, ascending=ascending, kind="stable")
    first = ~rows.duplicated(partition + order)
    groups = [rows[name] for name in partition] or np.zeros(len(rows))
    if dense:
        return first.groupby(groups, dropna=False).cumsum().astype("Int64")
    numbers = first.groupby(groups, dropna=False).cumcount() + 1
    return numbers.where(first).groupby(groups, dropna=False).ffill().astype("Int64")`;

const RUNNING_SUM = `def running_sum(groups):
    """Add up the values of each group. After an infinity, pandas finds no sums of a group."""
    sums = groups.cumsum()
    if sums.isna().equals(groups.obj.isna()):
        return sums
    # By number: a function of groups with a null key fails.
    with np.errstate(invalid="ignore"):
        return groups.obj.groupby(groups.ngroup()).transform(lambda values: values.cumsum())`;
