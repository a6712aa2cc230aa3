import { chain, type Step } from './flows.ts';

/** Filters, columns, names and types, as real flows have them: each node depends on the one before. */
const TRUNK: readonly Step[] = [
  ['sold', 'filterRows', { column: 'amount', operator: '>', value: 5 }],
  ['few', 'filterExpression', { expression: "quantity <= 18 and customer != 'c0'" }],
  ['typed', 'castDtypes', { casts: { quantity: 'float' } }],
  ['names', 'renameColumns', { mapping: { order_id: 'id', customer: 'client' } }],
  ['gross', ...column('gross', 'amount * quantity')],
  ['discount', ...column('discount', 'case when gross > 5000 then 0.1 else 0.02 end')],
  ['net', ...column('net', 'gross * (1 - discount)')],
  ['tax', ...column('tax', 'net * 0.2')],
  ['total', ...column('total', 'net + tax')],
  ['filled', 'fillNulls', { strategy: 'zero', columns: ['total', 'tax'] }],
  ['fewer', 'dropColumns', { columns: ['discount', 'tax'] }],
  ['month', ...column('month', 'substr(day, 1, 7)')],
  ['known', 'dropNulls', { subset: ['client', 'month'] }],
  ['large', 'filterRows', { column: 'total', operator: '>', value: 200 }],
  ['cents', ...column('cents', 'round(total * 100)')],
  ['whole', 'castDtypes', { casts: { cents: 'integer' } }],
  ['unit', ...column('unit', 'total / quantity')],
  ['margin', ...column('margin', 'net / gross')],
  ['plausible', 'filterExpression', { expression: 'margin > 0.85' }],
  ['named', 'renameColumns', { mapping: { total: 'due' } }],
  [
    'chosen',
    'selectColumns',
    { columns: ['id', 'client', 'month', 'due', 'cents', 'unit', 'margin', 'quantity'] },
  ],
  ['recent', 'filterRows', { column: 'month', operator: '>=', value: '2024-03' }],
];

const CLIENTS: readonly Step[] = [
  [
    'clients',
    'groupByAggregate',
    { group_by: ['client'], aggregations: { due: 'sum', id: 'count', unit: 'mean' } },
  ],
  ['good', 'filterRows', { column: 'due', operator: '>', value: 1000 }],
  ['best', 'sortRows', { columns: ['due'], ascending: false }],
  ['out', 'fileOutput', { format: 'parquet' }],
];

const MONTHS: readonly Step[] = [
  [
    'months',
    'groupByAggregate',
    { group_by: ['month'], aggregations: { due: 'sum', quantity: 'sum' } },
  ],
  ['byMonth', 'sortRows', { columns: ['month'] }],
  ['monthly', 'fileOutput', { format: 'parquet' }],
];

/** A flow of 30 nodes with two outputs, on orders that were uploaded as Parquet. */
export function thirtyNodesFlow(datasetId: string): object {
  const input: Step = ['in', 'fileInput', { dataset_id: datasetId, format: 'parquet' }];
  const trunk = [input, ...TRUNK];
  const edges = [
    ...consecutive([...trunk, ...CLIENTS]),
    ...consecutive([...trunk.slice(-1), ...MONTHS]),
  ];
  return chain([...trunk, ...CLIENTS, ...MONTHS], edges);
}

function consecutive(
  steps: readonly Step[],
): { readonly source: string; readonly target: string }[] {
  return steps.slice(1).map(([target], index) => ({ source: steps[index]?.[0] ?? '', target }));
}

function column(name: string, expression: string): readonly [type: string, config: object] {
  return ['calculatedColumn', { column_name: name, expression }];
}
