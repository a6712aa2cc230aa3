import type { ColumnSchema } from '../domain/column.ts';
import type { Connection } from '../domain/connection.ts';
import type { GraphDocument, GraphNode } from '../domain/graph.ts';
import type { JsonObject } from '../domain/json.ts';
import { exportFlow } from './export-flow.ts';
import type { ExportInput, ExportRequest } from './export-request.ts';

const ORDERS: readonly ColumnSchema[] = [
  { name: 'order_id', type: 'integer' },
  { name: 'customer_id', type: 'integer' },
  { name: 'city', type: 'string' },
  { name: 'amount', type: 'float' },
  { name: 'paid', type: 'boolean' },
];
/** The dates are text, as a German spreadsheet writes them. */
const DATED_ORDERS: readonly ColumnSchema[] = [...ORDERS, { name: 'ordered', type: 'string' }];
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
  const months = exportFlow({
    flowName: 'Months and largest orders',
    graph: monthsGraph(),
    inputs: [csv('orders', DATED_ORDERS)],
  });
  const totals = exportFlow({ flowName: 'Totals of cities', ...databaseFlow() });
  return new Map([
    ['database-pandas.py', totals.code],
    ['database-lazy-polars.py', totals.polars_lazy],
    ['plain-csv-pandas.py', largest.code],
    ['plain-csv-lazy-polars.py', largest.polars_lazy],
    ['join-and-group-pandas.py', segments.code],
    ['dates-windows-pivot-pandas.py', months.code],
    ['dates-windows-pivot-polars.py', months.polars],
    ['dates-windows-pivot-lazy-polars.py', months.polars_lazy],
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

/** A flow from one database to another, and what a script knows of both. */
export function databaseFlow(): Omit<ExportRequest, 'flowName'> {
  const query = 'SELECT order_id, city, amount\nFROM orders\nWHERE ordered_on >= {{ since }}';
  return {
    graph: {
      parameters: [{ name: 'since', type: 'string', default: '2026-01-01' }],
      nodes: [
        node('orders', 'sqlInput', 'SQL Input', { connection_id: 'shop', mode: 'query', query }),
        node('grouped', 'groupByAggregate', 'Totals by city', {
          group_by: ['city'],
          aggregations: { amount: 'sum' },
        }),
        node('out', 'sqlOutput', 'SQL Output', {
          connection_id: 'reports',
          table: 'city_totals',
          if_exists: 'upsert',
          keys: ['city'],
        }),
      ],
      edges: chain('orders', 'grouped', 'out'),
    },
    inputs: [],
    connections: [
      { ...SERVER, id: 'shop', name: 'Shop', host: 'db.example.org', secret: 'env:SHOP_PASSWORD' },
      { ...SERVER, id: 'reports', name: 'Reports', provider: 'sqlite', database: 'reports.db' },
    ],
    found: new Map([
      [
        'orders',
        {
          columns: ORDERS.filter(({ name }) => /order_id|city|amount/.test(name)),
          options: null,
        },
      ],
    ]),
  };
}

const SERVER: Connection = {
  id: '',
  name: '',
  provider: 'postgresql',
  host: null,
  port: null,
  database: 'shop',
  username: 'reader',
  secret: null,
  options: null,
};

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

/** A check, dates that can fail, a window, a pivot, and two outputs that share the nodes above them. */
function monthsGraph(): GraphDocument {
  return {
    nodes: [
      node('orders', 'fileInput', 'Orders', { dataset_id: 'orders', format: 'csv' }),
      node('unique', 'assertUnique', 'One row per order', { columns: ['order_id'] }),
      node('dated', 'parseDates', 'Dates', {
        columns: ['ordered'],
        format: '%d.%m.%Y',
        errors: 'raise',
      }),
      node('month', 'extractDateParts', 'Month', { column: 'ordered', parts: ['month'] }),
      node('pivoted', 'pivot', 'Cities by month', {
        index: ['city'],
        columns: 'ordered_month',
        values: 'amount',
        aggfunc: 'sum',
        heads: ['1', '2', '3'],
      }),
      node('totals', 'fileOutput', 'Totals', { dataset_name: 'months', format: 'csv' }),
      node('ranked', 'windowFunction', 'Rank in city', {
        function: 'rank',
        new_column: 'place',
        partition_by: ['city'],
        order_by: ['amount'],
        descending: true,
      }),
      node('largest', 'filterRows', 'Three largest', {
        column: 'place',
        operator: '<=',
        value: 3,
      }),
      node('best', 'fileOutput', 'Best orders', { dataset_name: 'best_orders', format: 'parquet' }),
    ],
    edges: [
      ...chain('orders', 'unique', 'dated', 'month', 'pivoted', 'totals'),
      ...chain('dated', 'ranked', 'largest', 'best'),
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
