import type { Frame } from '../../engines/pandas/frame.ts';
import { columnByName, withColumn } from '../../engines/pandas/kernels/columns/column-access.ts';
import { mapTexts } from '../../engines/pandas/kernels/cells/texts.ts';
import type { Digest } from '../../plan/operators/digest.ts';
import { hexDigest } from '../hex-digest.ts';

/** Replaces the texts of a column by their digests, computed once for each distinct text. */
export function digestFrame(frame: Frame, { column, algorithm }: Digest): Frame {
  const texts = { column: columnByName(frame, column), constant: false };
  const digests = mapTexts([texts], frame.length, (text) => hexDigest(text, algorithm));
  return withColumn(frame, column, digests);
}
