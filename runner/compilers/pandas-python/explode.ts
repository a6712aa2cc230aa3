import type { Explode } from '../../plan/relation.ts';
import { call, chain, keyword, subscript } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { parameterCode } from '../idioms.ts';
import { newColumns } from './new-columns.ts';

/** Returns pandas code that splits the texts of a column into rows. */
export function explodeCode(
  python: PythonContext,
  { input, column, delimiter, at }: Explode,
  frame: string,
): string {
  const nameCode = parameterCode(python, at.column);
  const name = nameCode ?? python.literal(column);
  const by = parameterCode(python, at.delimiter) ?? python.literal(delimiter);
  const split = call('split', [by, keyword('regex', 'False')]);
  const code = chain(subscript(frame, name), ['str', split]);
  const existing = input.columns.map((each) => each.name);
  const links = [
    ...newColumns('assign', [{ name: column, code, nameCode }], existing),
    call('explode', [name, keyword('ignore_index', 'True')]),
    call('astype', [`{${name}: "string"}`]),
  ];
  return chain(frame, links);
}
