/** The dataset that the input node of `WARM_UP_GRAPH` reads. */
export const WARM_UP_DATASET = 'warm-up';

/** Its columns. */
export const WARM_UP_COLUMNS = [
  { name: 'id', type: 'integer' },
  { name: 'price', type: 'float' },
  { name: 'city', type: 'string' },
] as const;

/** A flow that a new process executes or exports, so that the first one of a user finds code that is compiled. */
export const WARM_UP_GRAPH = {
  nodes: [
    ['in', 'fileInput', { dataset_id: WARM_UP_DATASET }],
    ['filter', 'filterExpression', { expression: 'price > 1 and city is not null' }],
    ['sort', 'sortRows', { columns: ['price'] }],
    ['out', 'fileOutput', { format: 'csv' }],
  ].map(([id, type, config]) => ({ id, type, data: { label: id, config } })),
  edges: [
    ['in', 'filter'],
    ['filter', 'sort'],
    ['sort', 'out'],
  ].map(([source, target]) => ({ source, target })),
};
