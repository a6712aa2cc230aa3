import type { Column } from '../../frame.ts';
import type { GroupedRows } from '../rows/group-rows.ts';
import { validMask } from '../columns/null-mask.ts';

/**
 * For each row the nearest row of its partition with a value: at or before it, to fill `forward`, or at or
 * after it. -1 stands for none, so that `takeCells` fills nulls.
 */
export function nearestValidRows(
  column: Column,
  { rows, starts }: GroupedRows,
  fill: 'forward' | 'backward',
): Int32Array {
  const mask = validMask(column);
  const nearestRows = new Int32Array(rows.length);
  for (let group = 0; group + 1 < starts.length; group++) {
    const start = starts[group] ?? 0;
    const end = starts[group + 1] ?? 0;
    let nearest = -1;
    for (let step = 0; step < end - start; step++) {
      const row = rows[fill === 'forward' ? start + step : end - 1 - step] ?? 0;
      if (mask === null || mask[row] === 1) nearest = row;
      nearestRows[row] = nearest;
    }
  }
  return nearestRows;
}
