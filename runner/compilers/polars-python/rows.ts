import { toPolarsPython } from '../../expressions/to-polars-python.ts';
import { polarsRowCount } from '../../engines/polars/row-count.ts';
import type { Distinct, Filter, Slice, Sort } from '../../plan/relation.ts';
import { call, chain, keyword, list } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { hasStrictCast, type TypedExpression } from '../../expressions/typed-expression.ts';
import type { ColumnSchema } from '../../domain/column.ts';
import { notNullTest, parameterCode } from '../idioms.ts';
import { isSplit } from '../split-predicate.ts';
import { unusedName } from '../../domain/unused-name.ts';
import { CastColumns } from './cast-columns.ts';
import { polarsCells, polarsColumns, polarsSelection } from './columns.ts';

/** Returns polars code that keeps the rows of a predicate. */
export function filterCode(
  python: PythonContext,
  { predicate, input, nullTestAt }: Filter,
  frame: string,
): string {
  const filter = (condition: string): string => chain(frame, [call('filter', [condition])]);
  const test = notNullTest(predicate);
  if (test === null) {
    return chain(frame, predicateFilter(python, input.columns, predicate));
  }
  const all = test.columns.length === input.columns.length;
  const columns =
    parameterCode(python, nullTestAt?.columns) ?? (all ? null : python.literal(test.columns));
  if (test.how === 'any') {
    const subset = columns === null ? [] : [polarsSelection(python, test.columns, columns)];
    return chain(frame, [call('drop_nulls', subset)]);
  }
  const known = chain(polarsCells(python, test.columns, columns), [call('is_not_null')]);
  return filter(call('pl.any_horizontal', [known]));
}

/** Returns the links that keep the rows of a predicate. One with strict casts is evaluated for every row. */
export function predicateFilter(
  python: PythonContext,
  columns: readonly ColumnSchema[],
  predicate: TypedExpression,
): readonly string[] {
  const casts = new CastColumns(
    python,
    columns.map(({ name }) => name),
  );
  const condition = toPolarsPython(predicate, python, casts.add);
  return casts.around(
    isSplit(predicate, hasStrictCast)
      ? unsplitFilter(python, columns, condition)
      : [call('filter', [condition])],
  );
}

/** The links of a filter whose condition polars evaluates for every row. */
function unsplitFilter(
  python: PythonContext,
  columns: readonly ColumnSchema[],
  condition: string,
): readonly string[] {
  const kept = unusedName(
    'kept',
    columns.map(({ name }) => name),
  );
  const name = python.literal(kept);
  return [
    call('with_columns', [`(${condition}).alias(${name})`]),
    call('filter', [`pl.col(${name})`]),
    call('drop', [name]),
  ];
}

/** Returns polars code that sorts the rows. */
export function sortCode(python: PythonContext, { keys, nulls, at }: Sort, frame: string): string {
  const names = keys.map(({ column }) => column);
  const position = parameterCode(python, at.nulls);
  const descending = descendingCode(python, keys, at.ascending);
  const sort = call('sort', [
    polarsColumns(python, names, at.columns),
    ...(descending === 'False' ? [] : [keyword('descending', descending)]),
    ...nullsLastArgument(position, nulls),
    keyword('maintain_order', 'True'),
  ]);
  return chain(frame, [sort]);
}

/** @param position the code of a parameter, or null */
function nullsLastArgument(position: string | null, nulls: Sort['nulls']): readonly string[] {
  if (position !== null) return [keyword('nulls_last', `${position} == "last"`)];
  return nulls === 'last' ? [keyword('nulls_last', 'True')] : [];
}

/** The config says `ascending`, for all keys or for each; polars has the opposite. */
function descendingCode(
  python: PythonContext,
  keys: Sort['keys'],
  at: Sort['at']['ascending'],
): string {
  const all = parameterCode(python, at);
  const directions = keys.map(({ descending }, index) => {
    const one = at === undefined ? null : parameterCode(python, [...at, index]);
    return one === null ? python.literal(descending) : `not ${one}`;
  });
  const isList = directions.some((direction) => direction.startsWith('not '));
  if (all !== null && !isList) return `not ${all}`;
  const isSame = !isList && directions.every((direction) => direction === directions[0]);
  return isSame ? (directions[0] ?? 'False') : list(directions);
}

/** Returns polars code that keeps a range of rows. */
export function sliceCode(
  python: PythonContext,
  { offset, length, at }: Slice,
  frame: string,
): string {
  const start = parameterCode(python, at.offset) ?? String(offset);
  const rows = parameterCode(python, at.length) ?? String(polarsRowCount(length));
  return chain(frame, [call('slice', [start, rows])]);
}

/** Returns polars code that keeps one row, or none, of those with equal keys. */
export function distinctCode(
  python: PythonContext,
  { keys, keep, at }: Distinct,
  frame: string,
): string {
  const names = at === undefined ? null : (parameterCode(python, at) ?? python.literal(keys));
  const args = [
    ...(names === null ? [] : [keyword('subset', polarsSelection(python, keys, names))]),
    keyword('keep', python.literal(keep)),
    keyword('maintain_order', 'True'),
  ];
  return chain(frame, [call('unique', args)]);
}
