import type { ColumnSchema } from '../../domain/column.ts';
import { substituteColumns } from '../../expressions/substitute-columns.ts';
import { columnsUsed, type TypedExpression } from '../../expressions/typed-expression.ts';
import type { WindowCall } from '../../expressions/window-call.ts';
import type { JoinKind, JoinPlan } from '../../domain/join.ts';
import type { Field } from '../relation.ts';

/*
 * How a condition on the rows of an operator reads over its input: the laws of `pushFilters`. Each returns
 * null when the condition cannot move there.
 */

/** A condition on copied columns. One on a computed column would compute it twice. */
export function belowFields(
  fields: readonly Field[],
  condition: TypedExpression,
): TypedExpression | null {
  const byName = new Map(fields.map(({ name, expression }) => [name, expression]));
  return substituteColumns(condition, (name) => {
    const expression = byName.get(name);
    return expression?.kind === 'column' ? expression : null;
  });
}

/**
 * A condition on keys keeps or drops all rows with equal keys. Float keys do not: 0 and -0 are equal, and an
 * expression can differ for them.
 */
export function belowKeys(
  keys: readonly string[],
  columns: readonly ColumnSchema[],
  condition: TypedExpression,
): TypedExpression | null {
  const exact = columns.filter(({ name, type }) => keys.includes(name) && type !== 'float');
  const isKey = (name: string): boolean => exact.some((column) => column.name === name);
  return columnsUsed(condition).every(isKey) ? condition : null;
}

/** A condition on columns by which all windows are partitioned: it keeps or drops whole partitions. */
export function belowPartitions(
  fields: readonly Field[],
  condition: TypedExpression,
): TypedExpression | null {
  const moved = belowFields(fields, condition);
  if (moved === null) return null;
  const calls = fields.flatMap(({ expression }) => windowCalls(expression));
  const isOnKeys = ({ over: { partition } }: WindowCall): boolean =>
    belowKeys(
      partition.map(({ name }) => name),
      partition,
      moved,
    ) !== null;
  return calls.every(isOnKeys) ? moved : null;
}

function windowCalls(node: TypedExpression): readonly WindowCall[] {
  if (node.kind === 'window') return [node];
  return node.kind === 'call' ? node.args.flatMap(windowCalls) : [];
}

/** The sides of which a join copies cells and has no row without a side. */
const WHOLE_SIDES: Readonly<Record<JoinKind, readonly ('left' | 'right')[]>> = {
  inner: ['left', 'right'],
  left: ['left'],
  right: ['right'],
  outer: [],
  semi: ['left'],
  anti: ['left'],
};

/** A condition on the columns of one side, unless the join has rows without that side. */
export function belowJoin(
  { how, columns }: JoinPlan,
  condition: TypedExpression,
): { readonly side: 'left' | 'right'; readonly condition: TypedExpression } | null {
  const keySide = how === 'right' ? 'right' : 'left';
  const byName = new Map(columns.map((column) => [column.name, column]));
  for (const side of WHOLE_SIDES[how]) {
    const moved = substituteColumns(condition, (name) => {
      const column = byName.get(name);
      if (column === undefined || (column.from === 'key' ? keySide : column.from) !== side) {
        return null;
      }
      return { kind: 'column', name: column.source, type: column.type };
    });
    if (moved !== null) return { side, condition: moved };
  }
  return null;
}
