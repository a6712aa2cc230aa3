import type { ChaosApi } from './api.ts';

/** A run that a client wants, identified by its number. */
export interface Order {
  readonly number: number;
  /** How many rows are joined with each other: the work grows with their square. */
  readonly rows: number;
  /** Orders with a key are retried until they have an outcome, as a webhook or as a start; others are not. */
  readonly by: 'trigger with a key' | 'start with a key' | 'start';
  /** The run that the service named in each answer. */
  readonly answers: Set<string>;
}

/** Parameters give each order its number and its duration. */
function graphOf(dataset: string): object {
  const sum = { group_by: ['k'], aggregations: { n_x: 'sum' } };
  const nodes = [
    { id: 'in', type: 'fileInput', config: { dataset_id: dataset, format: 'csv' } },
    { id: 'part', type: 'filterRows', config: { column: 'n', operator: '<', value: '{{ rows }}' } },
    { id: 'square', type: 'join', config: { on: 'k', how: 'inner' } },
    { id: 'sum', type: 'groupByAggregate', config: sum },
    {
      id: 'mark',
      type: 'calculatedColumn',
      config: { column_name: 'number', expression: '{{ number }}' },
    },
    { id: 'out', type: 'fileOutput', config: { format: 'csv' } },
  ];
  return {
    nodes: nodes.map(({ id, type, config }) => ({ id, type, data: { config } })),
    edges: [
      { source: 'in', target: 'part' },
      { source: 'part', target: 'square', targetHandle: 'left' },
      { source: 'part', target: 'square', targetHandle: 'right' },
      { source: 'square', target: 'sum' },
      { source: 'sum', target: 'mark' },
      { source: 'mark', target: 'out' },
    ],
    parameters: [
      { name: 'rows', type: 'number', default: 1 },
      { name: 'number', type: 'number', default: 0 },
    ],
  };
}

/**
 * Saves the flow of all orders.
 * @param rows the maximum of an order
 * @returns the flow's id
 */
export async function saveOrderFlow(api: ChaosApi, rows: number): Promise<string> {
  const lines = Array.from({ length: rows }, (_, index) => `1,${index}`);
  const form = new FormData();
  form.set('file', new Blob([`k,n\n${lines.join('\n')}\n`]), 'square.csv');
  const dataset = await api.make('/datasets/upload', form);
  const flow = { name: 'Orders', graph_json: graphOf(dataset.id) };
  return (await api.make('/flows', flow)).id;
}

/** The expected bytes of the output of an order's run. */
export function outputOf({ rows, number }: Pick<Order, 'rows' | 'number'>): string {
  const sum = (BigInt(rows) * BigInt(rows) * BigInt(rows - 1)) / 2n;
  return `k,n_x,number\n1,${sum},${number}\n`;
}
