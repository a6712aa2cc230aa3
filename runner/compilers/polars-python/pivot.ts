import { toPolarsPython } from '../../expressions/to-polars-python.ts';
import { polarsColumn } from '../../expressions/polars-column-code.ts';
import type { Pivot } from '../../plan/operators/pivot.ts';
import { call, chain } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { polarsColumns } from './columns.ts';

/** Returns polars code, eager or lazy, that turns the values of a column into columns. */
export function pivotCode(
  python: PythonContext,
  { index, value, heads }: Pivot,
  frame: string,
): string {
  const by = polarsColumns(python, index, undefined);
  const cells = polarsColumn(python, value.name, python.literal(value.name));
  const results = heads.map(({ name, predicate }) =>
    chain(cells, [
      call('filter', [toPolarsPython(predicate, python)]),
      call('first'),
      call('alias', [python.literal(name)]),
    ]),
  );
  const links = [
    call('group_by', [by, 'maintain_order=True']),
    call('agg', results),
    call('sort', [by, 'nulls_last=True', 'maintain_order=True']),
  ];
  return chain(frame, links);
}
