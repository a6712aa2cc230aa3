import type { DiscoveredOpaque, Opaque } from '../plan/operators/opaque.ts';
import { call, chain } from '../python/code.ts';
import { indentCode } from '../python/indent-code.ts';
import type { PythonContext } from '../python/python-context.ts';

const INDENT = 4;

/**
 * The code of what a script in pandas returns. The script becomes a function, which gets a copy, since it may
 * change its frame.
 * @throws Error for a script in another language
 */
export function pandasResult(
  python: PythonContext,
  relation: Opaque | DiscoveredOpaque,
  frame: string,
): string {
  const transform = scriptFunction(python, relation, 'pandas');
  return call(transform, [chain(frame, [call('copy')])]);
}

/** Like pandasResult, for polars. The script may return either kind of frame. */
export function polarsResult(
  python: PythonContext,
  relation: Opaque | DiscoveredOpaque,
  frame: string,
): string {
  const transform = scriptFunction(python, relation, 'polars');
  return call(transform, [chain(frame, [call(python.lazy ? 'collect' : 'clone')])]);
}

function scriptFunction(
  python: PythonContext,
  { runtime, script }: Opaque | DiscoveredOpaque,
  library: 'pandas' | 'polars',
): string {
  if (runtime !== 'python') throw new Error(`A script of ${runtime} has no Python.`);
  // The script may use the library by both names.
  if (new RegExp(`\\b${library}\\.`).test(script)) python.import(`import ${library}`);
  const body = indentCode(script.trimEnd(), INDENT);
  return python.define(`compute_${python.target}`, (name) => `def ${name}(df):\n${body}`);
}
