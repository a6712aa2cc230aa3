import type { ColumnSchema } from '../domain/column.ts';
import type { GraphDocument, GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { exportFlow } from './export-flow.ts';
import type { ExportInput } from './export-request.ts';

const ORDERS: readonly ColumnSchema[] = [
  { name: 'order_id', type: 'integer' },
  { name: 'customer_id', type: 'integer' },
  { name: 'city', type: 'string' },
  { name: 'amount', type: 'float' },
  { name: 'paid', type: 'boolean' },
];
const CUSTOMERS: readonly ColumnSchema[] = [
  { name: 'customer_id', type: 'integer' },
  { name: 'segment', type: 'string' },
];

/** Returns the scripts of docs/exported-scripts by file name. */
export function exampleScripts(): ReadonlyMap<string, string> {
  const largest = exportFlow({
    flowName: 'Largest paid orders',
    graph: largestGraph(),
    inputs: [csv('orders', ORDERS)],
  });
  const segments = exportFlow({
    flowName: 'Revenue by segment',
    graph: segmentsGraph(),
    inputs: [csv('orders', ORDERS), csv('customers', CUSTOMERS)],
  });
  return new Map([
    ['plain-csv-pandas.py', largest.code],
    ['plain-csv-lazy-polars.py', largest.polars_lazy],
    ['join-and-group-pandas.py', segments.code],
  ]);
}

function largestGraph(): GraphDocument {
  return {
    nodes: [
      node('orders', 'fileInput', 'Orders', { dataset_id: 'orders', format: 'csv' }),
      node('paid', 'filterExpression', 'Paid orders', { expression: 'paid and amount > 0' }),
      node('columns', 'selectColumns', 'Columns', { columns: ['order_id', 'city', 'amount'] }),
      node('sorted', 'sortRows', 'Largest first', { columns: ['amount'], ascending: false }),
      node('out', 'fileOutput', 'Result', { dataset_name: 'paid_orders', format: 'csv' }),
    ],
    edges: chain('orders', 'paid', 'columns', 'sorted', 'out'),
  };
}

function segmentsGraph(): GraphDocument {
  return {
    nodes: [
      node('orders', 'fileInput', 'Orders', { dataset_id: 'orders', format: 'csv' }),
      node('customers', 'fileInput', 'Customers', { dataset_id: 'customers', format: 'csv' }),
      node('joined', 'join', 'Orders with customers', { how: 'left', on: ['customer_id'] }),
      node('grouped', 'groupByAggregate', 'Revenue by segment', {
        group_by: ['segment'],
        aggregations: { amount: 'sum', order_id: 'count' },
      }),
      node('out', 'fileOutput', 'Result', { dataset_name: 'revenue', format: 'csv' }),
    ],
    edges: [
      { source: 'orders', target: 'joined', targetHandle: 'left' },
      { source: 'customers', target: 'joined', targetHandle: 'right' },
      ...chain('joined', 'grouped', 'out'),
    ],
  };
}

function node(id: string, type: string, label: string, config: JsonObject): GraphNode {
  return { id, type, data: { label, config } };
}

function chain(...ids: readonly string[]): GraphDocument['edges'] {
  return ids.slice(1).map((target, index) => ({ source: ids[index] ?? '', target }));
}

function csv(nodeId: string, columns: readonly ColumnSchema[]): ExportInput {
  return {
    nodeId,
    datasetName: `${nodeId}.csv`,
    format: 'csv',
    parseOptions: null,
    irregularities: [],
    columns,
  };
}
