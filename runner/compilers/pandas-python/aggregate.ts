import { isNumeric, type ColumnType } from '../../domain/column.ts';
import { COLUMN_TYPE_TABLE } from '../../domain/types/column-types.ts';
import { NON_NUMERIC_AGGREGATES, type Aggregate } from '../../expressions/aggregates.ts';
import type { AggregateRelation } from '../../plan/relation.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { written } from '../idioms.ts';

/** Emits pandas code that groups a frame and aggregates its columns. */
export function emitAggregate(
  python: PythonContext,
  { keys, keysAt, calls, columns }: AggregateRelation,
  frame: string,
): void {
  const by = written(python, keysAt) ?? python.literal(keys);
  python.line(
    `${python.target} = ${frame}.groupby(${by}, sort=False, dropna=False, as_index=False).agg(`,
  );
  python.line('    **{');
  for (const { name, column, aggregate } of calls) {
    const function_ = pandasFunction(aggregate, column.type);
    python.line(`        ${python.literal(name)}: (${python.literal(column.name)}, ${function_}),`);
  }
  python.line('    }');
  const types = columns.slice(keys.length).flatMap(({ name, type }) => {
    return isNumeric(type) ? [[name, COLUMN_TYPE_TABLE[type].pandasPython]] : [];
  });
  const cast = types.length === 0 ? '' : `.astype(${python.literal(Object.fromEntries(types))})`;
  python.line(`)${cast}`);
}

function pandasFunction(aggregate: Aggregate, type: ColumnType): string {
  const call = aggregate === 'prod' ? 'prod(min_count=1)' : `${aggregate}()`;
  if ((type === 'boolean' || type === 'null') && !NON_NUMERIC_AGGREGATES.has(aggregate)) {
    return `lambda values: values.astype("Int64").${call}`;
  }
  return aggregate === 'prod' ? `lambda values: values.${call}` : `"${aggregate}"`;
}
