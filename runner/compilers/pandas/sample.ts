import type { Frame } from '../../engines/pandas/frame.ts';
import { takeRows } from '../../engines/pandas/kernels/columns/take-rows.ts';
import type { Sample } from '../../plan/relation.ts';
import { largestSampleKey, sampleCount, sampleKeys } from '../../plan/row-sample.ts';

/** Keeps the rows of a sample, or all others. @throws UserError for a sample of more rows than there are */
export function sampleFrame(frame: Frame, { size, seed, part }: Sample): Frame {
  const count = sampleCount(frame.length, size);
  const isSample = part === 'sample';
  const largest = largestSampleKey(frame.length, count, seed);
  const keyOf = sampleKeys(seed);
  const kept = new Int32Array(isSample ? count : frame.length - count);
  let at = 0;
  for (let row = 0; row < frame.length; row++) {
    if (keyOf(row) <= largest === isSample) kept[at++] = row;
  }
  return takeRows(frame, kept);
}
