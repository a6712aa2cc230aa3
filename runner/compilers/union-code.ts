import type { Relation, Union } from '../plan/relation.ts';
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
