import type { JsonObject } from '../../../runner/domain/json.ts';

/** How a node is measured: its config on the tables of tables.ts, or why it is not. */
type Measured = JsonObject | { readonly excluded: string };

/** By node type. A test requires an entry for every transform node. */
export const NODE_CONFIGS: Readonly<Record<string, Measured>> = {
  calculatedColumn: { column_name: 'total', expression: 'amount * quantity' },
  castDtypes: { casts: { amount: 'string', stamp: 'datetime' } },
  coalesceColumns: { columns: ['amount', 'quantity'], new_column: 'first' },
  combineColumns: { columns: ['name', 'stamp'], new_column: 'both', separator: '-' },
  concatRows: {},
  dropColumns: { columns: ['tags', 'stamp'] },
  dropNulls: { subset: ['amount'] },
  explodeRows: { column: 'tags' },
  fillNulls: { columns: ['amount'], strategy: 'mean' },
  filterExpression: { expression: 'amount > 100 and flag' },
  filterRows: { column: 'quantity', operator: '>=', value: 10 },
  groupByAggregate: { group_by: ['key'], aggregations: { amount: 'sum', quantity: 'mean' } },
  join: { on: ['key'], how: 'left' },
  limitRows: { n: 50_000, offset: 10_000 },
  pivot: { index: ['key'], columns: 'flag', values: 'amount', heads: [false, true] },
  removeDuplicates: { subset: ['name'] },
  renameColumns: { mapping: { name: 'person', key: 'code' } },
  selectColumns: { columns: ['name', 'amount', 'id'] },
  sortRows: { columns: ['quantity', 'amount'], ascending: [true, false] },
  unpivot: { id_vars: ['id'], value_vars: ['amount', 'quantity'] },
};

/** Whether a node is measured. */
export function isMeasured(config: Measured): config is JsonObject {
  return !('excluded' in config);
}
