import { atom, conversionEmitter } from '../../expressions/python-code.ts';
import type { Relation, Union } from '../../plan/relation.ts';
import { call, chain, list, subscript } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import type { Conversion } from '../conversions.ts';
import { convertedFrames } from '../union-code.ts';
import { newColumns } from './new-columns.ts';
import { IGNORE_INDEX } from './rows.ts';

/** Returns pandas code that concatenates frames. */
export function unionCode(
  python: PythonContext,
  relation: Union,
  frames: readonly string[],
): string {
  const parts = convertedFrames(relation, frames, (frame, conversions, input) =>
    convertedFrame(python, input, frame, conversions),
  );
  return call('pd.concat', [list(parts), IGNORE_INDEX]);
}

/** The code of a frame with converted columns. @param relation the relation of the frame */
export function convertedFrame(
  python: PythonContext,
  relation: Relation,
  frame: string,
  conversions: readonly Conversion[],
): string {
  const columns = conversions.map(({ name, operation }) => {
    const code = operation.pandas(
      [atom(subscript(frame, python.literal(name)))],
      conversionEmitter(python),
    );
    return { name, code: code.text };
  });
  const existing = relation.columns.map(({ name }) => name);
  return chain(frame, newColumns('assign', columns, existing));
}
