import { COLUMN_TYPE_TABLE } from '../domain/types/column-types.ts';
import type { DiscoveredOpaque, Opaque } from '../plan/operators/opaque.ts';
import { call, chain, dict, keyword, list, subscript } from '../python/code.ts';
import { indentCode } from '../python/indent-code.ts';
import type { PythonContext } from '../python/python-context.ts';
import { pythonText } from '../python/python-literal.ts';
import { polarsSelection } from './polars-python/columns.ts';

const INDENT = 4;

/**
 * Returns the call of a script in pandas. The script becomes a function, which gets a copy, since it may change
 * its frame.
 * @throws Error for a script in another language
 */
export function pandasScriptCode(python: PythonContext, relation: Opaque, frame: string): string {
  const names = list(relation.columns.map(({ name }) => pythonText(name)));
  const dtypes = dict(
    relation.columns.map(({ name, type }) => [
      name,
      pythonText(COLUMN_TYPE_TABLE[type].pandasPython),
    ]),
  );
  const result = subscript(pandasResult(python, relation, frame), names);
  const typed = [call('astype', [dtypes]), call('reset_index', [keyword('drop', 'True')])];
  return chain(result, typed);
}

/** Like pandasScriptCode, for both kinds of frames of polars. */
export function polarsScriptCode(python: PythonContext, relation: Opaque, frame: string): string {
  const names = relation.columns.map(({ name }) => name);
  const types = dict(
    relation.columns.map(({ name, type }) => [name, COLUMN_TYPE_TABLE[type].polarsPython]),
  );
  const selected = polarsSelection(python, names, list(names.map(pythonText)));
  const hasFloats = relation.columns.some(({ type }) => type === 'float');
  const links = [
    ...kindOfFrame(python, relation),
    call('select', [selected]),
    call('cast', [types]),
    ...(hasFloats ? [call('fill_nan', ['None'])] : []),
  ];
  return chain(polarsResult(python, relation, frame), links);
}

/** The code of what a script in pandas returns. */
export function pandasResult(
  python: PythonContext,
  relation: Opaque | DiscoveredOpaque,
  frame: string,
): string {
  const transform = scriptFunction(python, relation, 'pandas');
  return call(transform, [chain(frame, [call('copy')])]);
}

/** The code of what a script in polars returns, which may be either kind of frame. */
export function polarsResult(
  python: PythonContext,
  relation: Opaque | DiscoveredOpaque,
  frame: string,
): string {
  const transform = scriptFunction(python, relation, 'polars');
  return call(transform, [chain(frame, [call(python.lazy ? 'collect' : 'clone')])]);
}

/** A script may return either kind of frame. */
function kindOfFrame({ lazy }: PythonContext, { script }: Opaque): readonly string[] {
  if (lazy) return [call('lazy')];
  return /\b(lazy|scan_\w+)\b/.test(script) ? [call('lazy'), call('collect')] : [];
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
