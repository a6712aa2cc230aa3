import { toPandasMask } from '../../expressions/to-pandas-python.ts';
import type { Distinct, Filter, Slice, Sort } from '../../plan/relation.ts';
import { call, chain, keyword, subscript } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { notNullTest, parameterCode } from '../idioms.ts';

/** The call that numbers the rows from 0, as those of a new frame are. */
export const RESET_INDEX = call('reset_index', [keyword('drop', 'True')]);
/** The argument of other methods that has the same effect. */
export const IGNORE_INDEX = keyword('ignore_index', 'True');

/** Returns pandas code that keeps the rows of a predicate. */
export function filterCode(
  python: PythonContext,
  { predicate, input, nullTestAt }: Filter,
  frame: string,
): string {
  const test = notNullTest(predicate);
  if (test === null) {
    return chain(subscript(frame, toPandasMask(predicate, frame, python)), [RESET_INDEX]);
  }
  const all = test.columns.length === input.columns.length;
  const columns =
    parameterCode(python, nullTestAt?.columns) ?? (all ? null : python.literal(test.columns));
  const how = parameterCode(python, nullTestAt?.how) ?? python.literal(test.how);
  const subset = columns === null ? [] : [keyword('subset', columns)];
  return chain(frame, [call('dropna', [...subset, keyword('how', how), IGNORE_INDEX])]);
}

/** Returns pandas code that sorts the rows. */
export function sortCode(python: PythonContext, { keys, nulls, at }: Sort, frame: string): string {
  const by = parameterCode(python, at.columns) ?? python.literal(keys.map(({ column }) => column));
  const directions = keys.map(({ descending }) => !descending);
  const same = directions.every((direction) => direction === directions[0]);
  const ascending =
    parameterCode(python, at.ascending) ?? python.literal(same ? directions[0] : directions);
  const position = parameterCode(python, at.nulls) ?? python.literal(nulls);
  const sort = call('sort_values', [
    by,
    ...(ascending === 'True' ? [] : [keyword('ascending', ascending)]),
    ...(position === '"last"' ? [] : [keyword('na_position', position)]),
    keyword('kind', python.literal('stable')),
    IGNORE_INDEX,
  ]);
  return chain(frame, [sort]);
}

/** Returns pandas code that keeps a range of rows. */
export function sliceCode(
  python: PythonContext,
  { offset, length, at }: Slice,
  frame: string,
): string {
  const n = parameterCode(python, at.length) ?? String(length);
  const start = parameterCode(python, at.offset) ?? String(offset);
  const rows = start === '0' ? `:${n}` : `${start} : ${start} + ${n}`;
  return chain(subscript(`${frame}.iloc`, rows), [RESET_INDEX]);
}

/** Returns pandas code that keeps one row, or none, of those with equal keys. */
export function distinctCode(
  python: PythonContext,
  { keys, keep, at }: Distinct,
  frame: string,
): string {
  const args = [
    ...subsetArgument(python, { keys, at }),
    keyword('keep', keep === 'none' ? 'False' : python.literal(keep)),
    IGNORE_INDEX,
  ];
  return chain(frame, [call('drop_duplicates', args)]);
}

/** The argument `subset` of methods that compare rows; none if they compare all columns. */
export function subsetArgument(
  python: PythonContext,
  { keys, at }: Pick<Distinct, 'keys' | 'at'>,
): readonly string[] {
  return at === undefined
    ? []
    : [keyword('subset', parameterCode(python, at) ?? python.literal(keys))];
}
