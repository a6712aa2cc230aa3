import type { JoinedColumn } from '../../domain/join.ts';
import { call, chain } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';

/** The columns of a side that have another name in the result, and that name. */
export function renames(
  columns: readonly JoinedColumn[],
  side: 'left' | 'right',
): ReadonlyMap<string, string> {
  return new Map(
    columns
      .filter(({ from, source, name }) => from === side && source !== name)
      .map(({ source, name }) => [source, name]),
  );
}

/** The code of a frame with other names. */
export function renameCode(
  python: PythonContext,
  frame: string,
  names: ReadonlyMap<string, string>,
): string {
  if (names.size === 0) return frame;
  return chain(frame, [call('rename', [python.literal(Object.fromEntries(names))])]);
}
