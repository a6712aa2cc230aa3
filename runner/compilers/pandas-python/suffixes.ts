import { keyword, tuple } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';

/** The suffixes of `merge`, and of the functions of scripts that join. */
const DEFAULTS = ['_x', '_y'];

/** Returns the argument `suffixes` of a join; none for those that pandas gives anyway. */
export function suffixesArgument(
  python: PythonContext,
  suffixes: readonly string[],
): readonly string[] {
  const isDefault = suffixes.every((suffix, side) => suffix === DEFAULTS[side]);
  const texts = suffixes.map((suffix) => python.literal(suffix));
  return isDefault ? [] : [keyword('suffixes', tuple(texts))];
}
