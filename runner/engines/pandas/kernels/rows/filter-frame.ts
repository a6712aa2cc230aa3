import type { BooleanColumn, Frame } from '../../frame.ts';
import { takeRows } from '../columns/take-rows.ts';

/** Keeps the rows where the mask is true. False and null drop a row. */
export function filterFrame(frame: Frame, mask: BooleanColumn): Frame {
  const indices = trueRows(mask);
  return indices.length === frame.length ? frame : takeRows(frame, indices);
}

/** The row numbers where the mask is true. */
function trueRows(mask: BooleanColumn): Int32Array {
  const { values, validity } = mask;
  const indices = new Int32Array(values.length);
  let kept = 0;
  for (let row = 0; row < values.length; row++) {
    if (values[row] === 1 && (validity === null || validity[row] === 1)) indices[kept++] = row;
  }
  return indices.subarray(0, kept);
}
