import type { Explode } from '../../plan/relation.ts';
import { call, chain, keyword, subscript } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { parameterCode } from '../idioms.ts';
import { rowPartsCode } from '../row-parts.ts';
import { newColumns } from './new-columns.ts';

/** Returns pandas code that splits the texts of a column into rows. */
export function explodeCode(python: PythonContext, relation: Explode, frame: string): string {
  const { input, column, at } = relation;
  const nameCode = parameterCode(python, at.column);
  const name = nameCode ?? python.literal(column);
  const cells = subscript(frame, name);
  const code = call('pd.Series', [
    rowPartsCode(python, relation, cells),
    keyword('index', `${frame}.index`),
    keyword('dtype', 'object'),
  ]);
  const existing = input.columns.map((each) => each.name);
  const links = [
    ...newColumns('assign', [{ name: column, code, nameCode }], existing),
    call('explode', [name, keyword('ignore_index', 'True')]),
    call('astype', [`{${name}: "string"}`]),
  ];
  return chain(frame, links);
}
