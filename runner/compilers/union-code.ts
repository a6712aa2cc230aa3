import type { Relation, Union } from '../plan/relation.ts';
import type { PythonContext } from '../python/python-context.ts';
import { conversionsOf, type Conversion } from './conversions.ts';

/**
 * The code of the inputs of a union.
 * @param frames the variables of the inputs
 * @param convert writes a frame with converted columns
 */
export function convertedFrames(
  { inputs, columns }: Union,
  frames: readonly string[],
  convert: (frame: string, conversions: readonly Conversion[], input: Relation) => string,
): readonly string[] {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  return inputs.map((input, index) => {
    const conversions = conversionsOf(input.columns, types);
    const frame = frames[index] ?? '';
    return conversions.length === 0 ? frame : convert(frame, conversions, input);
  });
}

/** Emits `target = callee([parts], option)`. */
export function emitConcat(
  python: PythonContext,
  callee: string,
  parts: readonly string[],
  option: string,
): void {
  const flat = `${python.target} = ${callee}([${parts.join(', ')}], ${option})`;
  if (flat.length <= 88) {
    python.line(flat);
    return;
  }
  python.line(`${python.target} = ${callee}(`);
  python.line('    [');
  for (const part of parts) python.line(`        ${part},`);
  python.line('    ],');
  python.line(`    ${option},`);
  python.line(')');
}
