import { atom, conversionEmitter } from '../../expressions/python-code.ts';
import { polarsColumn } from '../../expressions/polars-column-code.ts';
import type { Union } from '../../plan/relation.ts';
import { call, chain, keyword, list } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import type { Conversion } from '../conversions.ts';
import { convertedFrames } from '../union-code.ts';

/** Returns polars code, eager or lazy, that concatenates frames. */
export function unionCode(
  python: PythonContext,
  relation: Union,
  frames: readonly string[],
): string {
  const parts = convertedFrames(relation, frames, (frame, conversions) =>
    convertedFrame(python, frame, conversions),
  );
  return call('pl.concat', [list(parts), keyword('how', python.literal('diagonal'))]);
}

/** The code of a frame with converted columns. */
export function convertedFrame(
  python: PythonContext,
  frame: string,
  conversions: readonly Conversion[],
): string {
  const columns = conversions.map(({ name, operation }) => {
    const column = polarsColumn(python, name, python.literal(name));
    return operation.pythonPolars([atom(column)], conversionEmitter(python)).text;
  });
  return chain(frame, [call('with_columns', columns)]);
}
