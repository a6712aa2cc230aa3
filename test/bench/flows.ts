interface Edge {
  readonly source: string;
  readonly target: string;
  readonly targetHandle?: string;
}

/** A node of a flow. */
export type Step = readonly [id: string, type: string, config: object];

/** Returns a graph with consecutive steps, unless it is given other edges. */
export function chain(steps: readonly Step[], extraEdges: readonly Edge[] = []): object {
  const nodes = steps.map(([id, type, config]) => ({ id, type, data: { config } }));
  const edges = steps
    .slice(1)
    .map(([id], index) => ({ source: steps[index]?.[0] ?? '', target: id }));
  return { nodes, edges: extraEdges.length > 0 ? extraEdges : edges };
}

/** input → filter → group → output: four nodes, CSV in and CSV out. */
export function smallFlow(datasetId: string): object {
  return chain([
    ['in', 'fileInput', { dataset_id: datasetId, format: 'csv' }],
    ['large', 'filterRows', { column: 'amount', operator: '>', value: 100 }],
    ['per', 'groupByAggregate', { group_by: ['quantity'], aggregations: { amount: 'sum' } }],
    ['out', 'fileOutput', { format: 'csv' }],
  ]);
}

/** filter → calculated column → group → sort → Parquet. */
export function pipelineFlow(datasetId: string, format = 'csv'): object {
  return chain([
    ['in', 'fileInput', { dataset_id: datasetId, format }],
    ['large', 'filterRows', { column: 'amount', operator: '>', value: 100 }],
    ['total', 'calculatedColumn', { column_name: 'total', expression: 'amount * quantity' }],
    [
      'per',
      'groupByAggregate',
      { group_by: ['customer'], aggregations: { total: 'sum', order_id: 'count' } },
    ],
    ['order', 'sortRows', { columns: ['total'], ascending: false }],
    ['out', 'fileOutput', { format: 'parquet' }],
  ]);
}

export function joinFlow(leftId: string, rightId: string, format = 'csv'): object {
  return chain(
    [
      ['left', 'fileInput', { dataset_id: leftId, format }],
      ['right', 'fileInput', { dataset_id: rightId, format }],
      ['both', 'join', { on: 'customer', how: 'inner' }],
      ['out', 'fileOutput', { format: 'parquet' }],
    ],
    [
      { source: 'left', target: 'both', targetHandle: 'left' },
      { source: 'right', target: 'both', targetHandle: 'right' },
      { source: 'both', target: 'out' },
    ],
  );
}

export function sortFlow(datasetId: string, format = 'csv'): object {
  return chain([
    ['in', 'fileInput', { dataset_id: datasetId, format }],
    ['order', 'sortRows', { columns: ['quantity', 'amount'], ascending: [true, false] }],
    ['out', 'fileOutput', { format: 'parquet' }],
  ]);
}
