import type { JsonObject } from '../../../runner/domain/json.ts';

/** How a node is measured: its config on the tables of tables.ts, or why it is not. */
type Measured = JsonObject | { readonly excluded: string };

/** By node type. A test requires an entry for every transform node. */
export const NODE_CONFIGS: Readonly<Record<string, Measured>> = {
  asofJoin: { on: 'key', direction: 'nearest' },
  assertExpression: { expression: 'quantity >= 0' },
  assertNotNull: { columns: ['name', 'day'] },
  assertRowCount: { min_rows: 1 },
  assertUnique: { columns: ['id'] },
  assertValueRange: { column: 'quantity', min: 0, max: 18 },
  assertValuesInSet: {
    column: 'quantity',
    allowed: Array.from({ length: 19 }, (_, value) => value),
  },
  binColumn: { column: 'amount', new_column: 'bin', bins: 10 },
  calculatedColumn: { column_name: 'total', expression: 'amount * quantity' },
  castDtypes: { casts: { amount: 'string', stamp: 'datetime' } },
  chartArea: { excluded: 'a script has no chart' },
  chartBar: { excluded: 'a script has no chart' },
  chartBoxPlot: { excluded: 'a script has no chart' },
  chartHeatmap: { excluded: 'a script has no chart' },
  chartHistogram: { excluded: 'a script has no chart' },
  chartLine: { excluded: 'a script has no chart' },
  chartPie: { excluded: 'a script has no chart' },
  chartScatter: { excluded: 'a script has no chart' },
  coalesceColumns: { columns: ['amount', 'quantity'], new_column: 'first' },
  combineColumns: { columns: ['name', 'stamp'], new_column: 'both', separator: '-' },
  concatRows: {},
  conditionalColumn: {
    new_column: 'size',
    rules: [
      {
        match: 'all',
        conditions: [{ column: 'amount', operator: '>', value: 500 }],
        result: 'large',
      },
    ],
    default: 'small',
  },
  crossJoin: { excluded: 'its result is as large as the product of both tables' },
  dateAdd: { column: 'day', amount: 1, unit: 'months', new_column: 'later' },
  dateDifference: { start_column: 'day', end_column: 'due', unit: 'days', new_column: 'wait' },
  describe: {},
  dropColumns: { columns: ['tags', 'stamp'] },
  dropNulls: { subset: ['amount'] },
  explodeRows: { column: 'tags', delimiter: ',' },
  extractDateParts: { column: 'day', parts: ['year', 'month'] },
  fillNulls: { columns: ['amount'], strategy: 'mean' },
  filterExpression: { expression: 'amount > 100 and flag' },
  filterRows: { column: 'quantity', operator: '>=', value: 10 },
  groupByAggregate: { group_by: ['key'], aggregations: { amount: 'sum', quantity: 'mean' } },
  hashColumn: { columns: ['name', 'stamp'], new_column: 'hash' },
  join: { on: ['key'], how: 'left' },
  jsTransform: { excluded: 'the time is that of the script' },
  limitRows: { n: 50_000, offset: 10_000 },
  lookup: { on: ['key'], columns: ['segment'], defaults: { segment: 'none' } },
  mapValues: { column: 'quantity', mapping: { 1: 'one', 2: 'two' }, new_column: 'word' },
  parseDates: { columns: ['stamp'] },
  pivot: { index: ['key'], columns: 'flag', values: 'amount', heads: [false, true] },
  pythonTransform: { excluded: 'the time is that of the script' },
  regexExtract: { column: 'name', pattern: '([0-9]+)', group: 1, new_column: 'number' },
  removeDuplicates: { subset: ['name'] },
  removeOutliers: { columns: ['amount'] },
  renameColumns: { mapping: { name: 'person', key: 'code' } },
  replaceValues: { column: 'name', to_replace: 'Person 1', value: 'first' },
  rollingAggregate: { target: 'amount', window: 10, function: 'mean', new_column: 'mean' },
  roundNumbers: { columns: ['amount'], decimals: 1 },
  rowDifference: { target: 'quantity', new_column: 'change' },
  sampleRows: { n: 10_000, seed: 1 },
  selectColumns: { columns: ['name', 'amount', 'id'] },
  sortRows: { columns: ['quantity', 'amount'], ascending: [true, false] },
  splitColumn: { column: 'tags', into: ['left', 'right'], delimiter: ',' },
  splitRows: { share: 0.8, seed: 1 },
  stringTransform: { column: 'name', operation: 'upper' },
  topRows: { by: ['amount'], n: 3, per_group: ['key'] },
  unpivot: { id_vars: ['id'], value_vars: ['amount', 'quantity'] },
  windowFunction: {
    function: 'rank',
    partition_by: ['key'],
    order_by: ['amount'],
    new_column: 'rank',
  },
};

/** Whether a node is measured. */
export function isMeasured(config: Measured | undefined): config is JsonObject {
  return config !== undefined && !('excluded' in config);
}
