import type { Frame } from '../../engines/pandas/frame.ts';
import { columnByName } from '../../engines/pandas/kernels/columns/column-access.ts';
import { correlationFrame } from '../../engines/pandas/kernels/aggregates/correlations.ts';
import { CORRELATION, type Correlate } from '../../plan/operators/correlate.ts';

/** Correlates each pair of columns. */
export function correlateFrame(frame: Frame, { correlated }: Correlate): Frame {
  const columns = correlationFrame(correlated.map(({ name }) => columnByName(frame, name)));
  return {
    length: columns[0]?.type === 'integer' ? columns[0].values.length : 0,
    names: CORRELATION.map(({ name }) => name),
    columns,
  };
}
