import type { Service } from './service.ts';

/** A chain of nodes from one input to one output, `out`. */
function chain(dataset: string, ...nodes: readonly { type: string; config: object }[]): object {
  const all = [
    { id: 'in', type: 'fileInput', config: { dataset_id: dataset, format: 'csv' } },
    ...nodes.map((node, index) => ({ ...node, id: `step${index}` })),
    { id: 'out', type: 'fileOutput', config: { format: 'csv' } },
  ];
  return {
    nodes: all.map(({ id, type, config }) => ({ id, type, data: { config } })),
    edges: all.slice(1).map(({ id }, index) => ({ source: all[index]!.id, target: id })),
  };
}

/** Saves a flow that filters two of three rows. @returns its id */
export async function quickFlow(service: Service): Promise<string> {
  const dataset = await service.upload('numbers.csv', 'n\n1\n2\n3\n');
  const config = { column: 'n', operator: '>', value: 1 };
  return await service.saveFlow('Quick', chain(dataset, { type: 'filterRows', config }));
}

/** Saves a flow that fails on a value of its data. @returns its id */
export async function mistakenFlow(service: Service): Promise<string> {
  const dataset = await service.upload('texts.csv', 't\n1\ntwo\n3\n');
  const config = { casts: { t: 'integer' }, errors: 'raise', format: '' };
  return await service.saveFlow('Mistaken', chain(dataset, { type: 'castDtypes', config }));
}

/** A flow with the cache that sorts three rows and fails above a number of rows. */
export function limitedRows(dataset: string, max: number): object {
  const sort = { type: 'sortRows', config: { columns: ['n'], ascending: false } };
  const limit = { type: 'assertRowCount', config: { max_rows: max } };
  return { ...chain(dataset, sort, limit), cache: true };
}

/** Saves the flow `limitedRows` with a dataset of its own. @returns their ids */
export async function cachedFlow(
  service: Service,
  max: number,
): Promise<{ readonly flow: string; readonly dataset: string }> {
  const dataset = await service.upload('cached.csv', 'n\n1\n2\n3\n');
  return { dataset, flow: await service.saveFlow('Cached', limitedRows(dataset, max)) };
}

/**
 * Saves a flow that joins each row of a table with each other and sums: about three seconds for 10,000
 * rows. On polars it needs little memory; on pandas the memory grows with the square of the rows.
 * @returns its id
 */
export async function longFlow(service: Service, rows: number): Promise<string> {
  const lines = Array.from({ length: rows }, (_, index) => `1,${index}`);
  const dataset = await service.upload(`square-${rows}.csv`, `k,n\n${lines.join('\n')}\n`);
  const sum = { group_by: ['k'], aggregations: { n_x: 'sum' } };
  const graph = {
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id: dataset, format: 'csv' } } },
      { id: 'square', type: 'join', data: { config: { on: 'k', how: 'inner' } } },
      { id: 'sum', type: 'groupByAggregate', data: { config: sum } },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ],
    edges: [
      { source: 'in', target: 'square', targetHandle: 'left' },
      { source: 'in', target: 'square', targetHandle: 'right' },
      { source: 'square', target: 'sum' },
      { source: 'sum', target: 'out' },
    ],
  };
  return await service.saveFlow(`Long ${rows}`, graph);
}
