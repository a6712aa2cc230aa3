import { atom } from '../../expressions/python-code.ts';
import type { Union } from '../../plan/relation.ts';
import { call, chain, keywords } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { convertedFrames, emitConcat, type Conversion } from '../union-code.ts';

/** Emits pandas code that concatenates frames. */
export function emitUnion(python: PythonContext, relation: Union, frames: readonly string[]): void {
  const parts = convertedFrames(relation, frames, (frame, conversions) =>
    convertedFrame(python, frame, conversions),
  );
  emitConcat(python, 'pd.concat', parts, 'ignore_index=True');
}

/** The code of a frame with converted columns. */
export function convertedFrame(
  python: PythonContext,
  frame: string,
  conversions: readonly Conversion[],
): string {
  const columns = conversions.map(({ name, operation }) => {
    const code = operation.pandas([atom(`${frame}[${python.literal(name)}]`)], python);
    return [name, code.text] as const;
  });
  return chain(frame, [call('assign', keywords(columns))]);
}
