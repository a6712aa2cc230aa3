import { isNumeric, type ColumnType } from '../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { NON_NUMERIC_AGGREGATES, type Aggregate } from '../../expressions/aggregates.ts';
import type { AggregateRelation } from '../../plan/relation.ts';
import { call, chain, tuple } from '../../python/code.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { parameterCode } from '../idioms.ts';
import { newColumns } from './new-columns.ts';

/** Returns pandas code that groups a frame and aggregates its columns. */
export function aggregateCode(
  python: PythonContext,
  { keys, keysAt, calls, columns }: AggregateRelation,
  frame: string,
): string {
  const by = parameterCode(python, keysAt) ?? python.literal(keys);
  const results = calls.map(({ name, column, aggregate }) => {
    const function_ = pandasFunction(aggregate, column.type);
    return { name, code: tuple([python.literal(column.name), function_]) };
  });
  const groups = call('groupby', [by, 'sort=False', 'dropna=False', 'as_index=False']);
  const links = [groups, ...newColumns('agg', results, keys)];
  const types = columns.slice(keys.length).flatMap(({ name, type }) => {
    return isNumeric(type) ? [[name, COLUMN_TYPE_TABLE[type].pandasPython]] : [];
  });
  if (types.length > 0) links.push(call('astype', [python.literal(Object.fromEntries(types))]));
  return chain(frame, links);
}

function pandasFunction(aggregate: Aggregate, type: ColumnType): string {
  const method = aggregate === 'prod' ? 'prod(min_count=1)' : `${aggregate}()`;
  if ((type === 'boolean' || type === 'null') && !NON_NUMERIC_AGGREGATES.has(aggregate)) {
    return `lambda values: values.astype("Int64").${method}`;
  }
  return aggregate === 'prod' ? `lambda values: values.${method}` : `"${aggregate}"`;
}
