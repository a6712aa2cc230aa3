import { COLUMN_TYPE_TABLE } from '../domain/types/column-types.ts';
import { call, keyword, list } from '../python/code.ts';
import type { PythonEmitter } from './python-code.ts';
import type { RollingAggregate, RollingWindow, WindowCall } from './window-call.ts';

/**
 * The pandas code of a rolling aggregate. The rolling windows of pandas skip infinities and convert integers
 * to floats, so the script brings its own.
 */
export function rollingCode(
  emit: PythonEmitter,
  {
    call: { column, over, type },
    rolling: { aggregate, size, minValues },
    frame,
  }: {
    readonly call: WindowCall;
    readonly rolling: RollingWindow;
    /** The code of the sorted frame. */
    readonly frame: string;
  },
): string {
  emit.import('import numpy as np');
  emit.helper('rolling', ROLLING);
  if (aggregate === 'std') emit.helper('window_mean', AGGREGATES.mean);
  emit.helper(`window_${aggregate}`, AGGREGATES[aggregate]);
  return call('rolling', [
    frame,
    emit.literal(column?.name),
    keyword('partition', list(over.partition.map(({ name }) => emit.literal(name)))),
    keyword('window', String(size)),
    keyword('min_periods', String(minValues)),
    keyword('aggregate', `window_${aggregate}`),
    keyword('dtype', emit.literal(COLUMN_TYPE_TABLE[type].pandasPython)),
  ]);
}

const ROLLING = `def rolling(frame, column, partition, window, min_periods, aggregate, dtype):
    """Aggregate each value with those of the rows before it in its partition, \`window\` rows in all.
    The windows of pandas skip infinities and convert integers to floats."""
    places = np.arange(len(frame))
    if partition:
        groups = frame.groupby(partition, dropna=False, sort=False)
        frame = frame.iloc[np.argsort(groups.ngroup().to_numpy(), kind="stable")]
        places = frame.groupby(partition, dropna=False, sort=False).cumcount().to_numpy()
    known = frame[column].notna().to_numpy()
    cells = frame[column].to_numpy(dtype=dtype.lower(), na_value=0)
    offsets = np.arange(min(window, len(frame)))
    results, enough = np.zeros_like(cells), np.zeros(len(frame), dtype=bool)
    step = max(1, 2**20 // max(1, len(offsets)))
    for start in range(0, len(frame), step):
        ends = np.arange(start, min(start + step, len(frame)))
        rows = ends[:, None] - offsets
        inside = (offsets <= places[ends, None]) & known[rows]
        with np.errstate(all="ignore"):
            results[ends] = aggregate(cells[rows], inside)
        enough[ends] = inside.sum(axis=1) >= min_periods
    return pd.Series(results, index=frame.index, dtype=dtype).where(enough)`;

/** One window in each row of the cells; \`inside\` marks its values. */
const AGGREGATES: Readonly<Record<RollingAggregate, string>> = {
  sum: `def window_sum(cells, inside):
    """The sum of the values inside each window."""
    return cells.sum(axis=1, where=inside)`,
  min: `def window_min(cells, inside):
    """The smallest value inside each window."""
    return np.where(inside, cells, cells.max()).min(axis=1)`,
  max: `def window_max(cells, inside):
    """The largest value inside each window."""
    return np.where(inside, cells, cells.min()).max(axis=1)`,
  mean: `def window_mean(cells, inside):
    """The mean of the values inside each window."""
    return cells.sum(axis=1, where=inside) / inside.sum(axis=1)`,
  std: `def window_std(cells, inside):
    """The sample deviation of the values inside each window."""
    distances = cells - window_mean(cells, inside)[:, None]
    squares = (distances**2).sum(axis=1, where=inside)
    return np.sqrt(squares / (inside.sum(axis=1) - 1))`,
  median: `def window_median(cells, inside):
    """The median of the values inside each window."""
    ordered = np.sort(np.where(inside, cells, np.nan), axis=1)
    last, rows = inside.sum(axis=1) - 1, np.arange(len(cells))
    low, high = ordered[rows, last // 2], ordered[rows, (last + 1) // 2]
    total = low + high
    return np.where(np.isfinite(total), total / 2, low / 2 + high / 2)`,
};
