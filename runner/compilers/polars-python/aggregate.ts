import { aggregateCode } from '../../expressions/polars-aggregate-code.ts';
import { polarsColumn } from '../../expressions/polars-column-code.ts';
import type { AggregateRelation } from '../../plan/relation.ts';
import type { PythonContext } from '../../python/python-context.ts';
import { polarsColumns } from './columns.ts';

/** Emits polars code, eager or lazy, that groups a frame and aggregates its columns. */
export function emitAggregate(
  python: PythonContext,
  { keys, keysAt, calls }: AggregateRelation,
  frame: string,
): void {
  const by = polarsColumns(python, keys, keysAt);
  python.line(`${python.target} = ${frame}.group_by(${by}, maintain_order=True).agg(`);
  for (const { name, column, aggregate } of calls) {
    const cells = polarsColumn(python, column.name, python.literal(column.name));
    const alias = name === column.name ? '' : `.alias(${python.literal(name)})`;
    python.line(`    ${aggregateCode(aggregate, cells, column.type)}${alias},`);
  }
  python.line(')');
}
