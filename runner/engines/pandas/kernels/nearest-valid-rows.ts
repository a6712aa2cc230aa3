import type { Column } from '../frame.ts';
import { columnLength, validMask } from './null-mask.ts';

/**
 * For each row the nearest row with a value: at or before it (`backward`), or at or after it (`forward`).
 * -1 stands for none, so that `takeCells` fills nulls.
 */
export function nearestValidRows(column: Column, direction: 'backward' | 'forward'): Int32Array {
  const mask = validMask(column);
  const length = columnLength(column);
  const rows = new Int32Array(length);
  let nearest = -1;
  for (let step = 0; step < length; step++) {
    const row = direction === 'forward' ? length - 1 - step : step;
    if (mask === null || mask[row] === 1) nearest = row;
    rows[row] = nearest;
  }
  return rows;
}
