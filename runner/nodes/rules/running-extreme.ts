import type { ColumnSchema } from '../../domain/column.ts';
import { unusedName } from '../../domain/unused-name.ts';
import { isNotNullOperation } from '../../expressions/operations/logic.ts';
import { call, columnReference } from '../../expressions/typed-expression.ts';
import { windowCall, type WindowSpec } from '../../expressions/window-call.ts';
import type { Table } from '../../plan/table.ts';

/**
 * No key of a config: the names that it stands for are made here, and a script must not read them from the parameter
 * that the config has as `target`.
 */
const NO_KEY = 'running extreme';

/** Whether the running minimum and maximum of a column are found by the ranks of its values. */
export function isRanked({ type }: ColumnSchema): boolean {
  return type === 'string' || type === 'boolean';
}

/**
 * Adds the running minimum or maximum of texts or booleans. Engines accumulate only numbers, so that each value is
 * found by its rank among all values of the column.
 */
export function runningExtreme(
  input: Table,
  {
    column,
    aggregate,
    over,
    newColumn,
  }: {
    readonly column: ColumnSchema;
    readonly aggregate: 'min' | 'max';
    readonly over: WindowSpec;
    readonly newColumn: string;
  },
): Table {
  const taken = [...input.columns.map(({ name }) => name), newColumn];
  const [place, extreme, value] = ['place', 'extreme', 'value'].map((name) =>
    unusedName(`${column.name} ${name}`, taken),
  ) as [string, string, string];
  const cell = columnReference(column);
  const order = { keys: [cell], descending: false };
  const rank = windowCall({ kind: 'rank', dense: true }, null, 'integer', { partition: [], order });
  const ranked = input.withWindowColumns([{ name: place, expression: rank }]);
  const rankCell = columnReference({ name: place, type: 'integer' });
  const running = windowCall({ kind: 'running', aggregate }, rankCell, 'integer', over);
  const values = ranked
    .filter(call(isNotNullOperation, rankCell))
    .select([place, column.name], NO_KEY)
    .distinct([place], 'first', NO_KEY)
    .rename({ [place]: extreme, [column.name]: value }, NO_KEY);
  return ranked
    .withWindowColumns([{ name: extreme, expression: running }])
    .join(values, {
      leftKeys: [extreme],
      rightKeys: [extreme],
      keyFields: [NO_KEY, NO_KEY],
      how: 'left',
      suffixes: ['', '_right'],
    })
    .withColumns([
      {
        name: newColumn,
        expression: columnReference({ name: value, type: column.type }),
        nameAt: ['new_column'],
      },
    ])
    .without([place, extreme, value]);
}
