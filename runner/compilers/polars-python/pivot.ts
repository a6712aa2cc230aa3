import { asText } from '../../expressions/coerce.ts';
import { toPolarsPython } from '../../expressions/to-polars-python.ts';
import { polarsColumn, polarsOperand } from '../../expressions/polars-column-code.ts';
import { columnReference } from '../../expressions/typed-expression.ts';
import type { DiscoveredPivot, Pivot } from '../../plan/operators/pivot.ts';
import { assign, call, chain } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import type { PivotFrames } from '../python-emitter.ts';
import { UNIQUE_HEADS } from '../unique-heads.ts';
import { polarsColumns } from './columns.ts';

/** Returns polars code, eager or lazy, that turns the values of a column into columns. */
export function pivotCode(python: PythonContext, pivot: Pivot, frame: string): string {
  const results = pivot.heads.map(({ name, predicate }) =>
    cellOf(python, pivot, toPolarsPython(predicate, python), python.literal(name)),
  );
  return pivoted(python, pivot, frame, results);
}

/** Returns polars code of a pivot whose heads the script has found. Emits the names of its columns. */
export function discoveredPivotCode(
  python: PythonContext,
  pivot: DiscoveredPivot,
  { cells, heads }: PivotFrames,
): string {
  const { column } = pivot;
  const text = toPolarsPython(asText(columnReference(column)), python);
  const texts = chain(heads, [call('select', [`(${text}).fill_null("null")`]), call('to_series')]);
  const isText = column.type === 'string';
  if (isText) python.helper(UNIQUE_HEADS.name, UNIQUE_HEADS.source);
  const names = python.variable('names');
  python.line(assign(names, isText ? call(UNIQUE_HEADS.name, [texts]) : texts));
  const cell = polarsOperand(python, column.name, python.literal(column.name));
  const isHead = chain(cell, [call('eq_missing', [HEAD])]);
  python.binds(HEAD);
  python.binds(NAME);
  const result = cellOf(python, pivot, isHead, NAME);
  const pairs = call('zip', [chain(heads, [call('to_series')]), names]);
  return pivoted(python, pivot, cells, [`[${result} for ${HEAD}, ${NAME} in ${pairs}]`]);
}

const HEAD = 'head';
const NAME = 'name';

/** The cell of a head: there is at most one row for it in each group. */
function cellOf(
  python: PythonContext,
  { value }: Pick<Pivot, 'value'>,
  isHead: string,
  name: string,
): string {
  const cells = polarsColumn(python, value.name, python.literal(value.name));
  return chain(cells, [call('filter', [isHead]), call('first'), call('alias', [name])]);
}

function pivoted(
  python: PythonContext,
  { index }: Pick<Pivot, 'index'>,
  frame: string,
  results: readonly string[],
): string {
  const by = polarsColumns(python, index, undefined);
  const links = [
    call('group_by', [by, 'maintain_order=True']),
    call('agg', results),
    call('sort', [by, 'nulls_last=True', 'maintain_order=True']),
  ];
  return chain(frame, links);
}
