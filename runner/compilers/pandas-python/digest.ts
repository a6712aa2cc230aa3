import type { Digest } from '../../plan/operators/digest.ts';
import { call, chain, keyword, subscript } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { digestFunction } from '../hex-digest.ts';
import { parameterCode } from '../idioms.ts';
import { newColumns } from './new-columns.ts';

/** Returns pandas code that replaces the texts of a column by their digests. */
export function digestCode(python: PythonContext, relation: Digest, frame: string): string {
  const { column, at, input } = relation;
  const nameCode = parameterCode(python, at.column);
  const code = chain(subscript(frame, nameCode ?? python.literal(column)), [
    call('map', [digestFunction(python, relation), keyword('na_action', '"ignore"')]),
    call('astype', ['"string"']),
  ]);
  const existing = input.columns.map(({ name }) => name);
  return chain(frame, newColumns('assign', [{ name: column, code, nameCode }], existing));
}
