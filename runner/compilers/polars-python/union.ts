import { atom } from '../../expressions/python-code.ts';
import { polarsColumn } from '../../expressions/polars-column-code.ts';
import type { Union } from '../../plan/relation.ts';
import type { PythonContext } from '../../python/python-context.ts';
import type { Conversion } from '../conversions.ts';
import { convertedFrames, emitConcat } from '../union-code.ts';

/** Emits polars code, eager or lazy, that concatenates frames. */
export function emitUnion(python: PythonContext, relation: Union, frames: readonly string[]): void {
  const parts = convertedFrames(relation, frames, (frame, conversions) =>
    convertedFrame(python, frame, conversions),
  );
  emitConcat(python, 'pl.concat', parts, 'how="diagonal"');
}

/** The code of a frame with converted columns. */
export function convertedFrame(
  python: PythonContext,
  frame: string,
  conversions: readonly Conversion[],
): string {
  const columns = conversions.map(({ name, operation }) => {
    const column = polarsColumn(python, name, python.literal(name));
    return operation.pythonPolars([atom(column)], python).text;
  });
  return `${frame}.with_columns(${columns.join(', ')})`;
}
