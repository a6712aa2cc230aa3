import { aggregateCode as callCode } from '../../expressions/polars-aggregate-code.ts';
import { polarsColumn } from '../../expressions/polars-column-code.ts';
import type { AggregateRelation } from '../../plan/relation.ts';
import { call, chain, keyword } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { polarsColumns } from './columns.ts';

/** Returns polars code, eager or lazy, that groups a frame and aggregates its columns. */
export function aggregateCode(
  python: PythonContext,
  { keys, keysAt, calls }: AggregateRelation,
  frame: string,
): string {
  const by = polarsColumns(python, keys, keysAt);
  const results = calls.map(({ name, column, aggregate }) => {
    const cells = polarsColumn(python, column.name, python.literal(column.name));
    const alias = name === column.name ? [] : [call('alias', [python.literal(name)])];
    return chain(callCode(python, aggregate, { code: cells, type: column.type }), alias);
  });
  const groups = call('group_by', [by, keyword('maintain_order', 'True')]);
  return chain(frame, [groups, call('agg', results)]);
}
