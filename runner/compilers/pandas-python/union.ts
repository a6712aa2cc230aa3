import { atom } from '../../expressions/python-code.ts';
import type { Union } from '../../plan/relation.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { convertedFrames, emitConcat } from '../union-code.ts';

/** Emits pandas code that concatenates frames. */
export function emitUnion(python: PythonContext, relation: Union, frames: readonly string[]): void {
  const parts = convertedFrames(relation, frames, (frame, conversions) => {
    const columns = conversions.map(({ name, operation }) => {
      const code = operation.pandas([atom(`${frame}[${python.literal(name)}]`)], python);
      return `${python.literal(name)}: ${code.text}`;
    });
    return `${frame}.assign(**{${columns.join(', ')}})`;
  });
  emitConcat(python, 'pd.concat', parts, 'ignore_index=True');
}
