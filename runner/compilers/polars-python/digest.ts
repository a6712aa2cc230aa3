import { polarsColumn } from '../../expressions/polars-column-code.ts';
import type { Digest } from '../../plan/operators/digest.ts';
import { call, chain, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { digestFunction } from '../hex-digest.ts';
import { parameterCode } from '../idioms.ts';

/** Returns polars code, eager or lazy, that replaces the texts of a column by their digests. */
export function digestCode(python: PythonContext, relation: Digest, frame: string): string {
  const { column, at } = relation;
  const name = parameterCode(python, at.column) ?? python.literal(column);
  const digests = chain(polarsColumn(python, column, name), [
    call('map_elements', [digestFunction(python, relation), keyword('return_dtype', 'pl.String')]),
  ]);
  return chain(frame, [call('with_columns', [digests])]);
}
