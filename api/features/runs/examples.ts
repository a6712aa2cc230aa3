import { ABSENT_NODE_FIELDS } from './absent-node-fields.ts';

/** Examples for the OpenAPI document: one run, seen from all sides. */
const node = {
  node_id: 'top',
  type: 'limitRows',
  label: 'Top 10',
  status: 'success',
  rows: 10,
  columns: ['id'],
  column_types: ['integer' as const],
  sample: [{ id: 1 }],
  error: null,
  duration_ms: 3.25,
  fused_with: [],
  total_ms: 3.25,
  warnings: [],
  ...ABSENT_NODE_FIELDS,
};

const id = '0f5e0c8e-5c5b-4b57-9d3c-3f1e6f4a7b21';
const input = {
  dataset_id: '3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10',
  version_number: 1,
  dataset_name: 'orders.csv',
};

const common = {
  id,
  flow_id: 'dc60953c-3bf9-4e5d-b1c9-43c62e43b51f',
  input_dataset_id: input.dataset_id,
  input_datasets: [input],
  status: 'success',
  engine: 'polars',
  trigger: 'manual',
  schedule_id: null,
  local_time: '2026-11-21T09:34:09.171',
  time_zone: 'UTC',
  output_location: `${id}/out.csv`,
  started_at: '2026-11-21T09:34:09.175000Z',
  finished_at: '2026-11-21T09:34:09.216000Z',
  created_at: '2026-11-21T09:34:09.171000Z',
};

const logs = [{ level: 'info', message: 'Run finished in 41 ms, 1 output', duration_ms: 41 }];

export const EXAMPLES = {
  node,
  summary: {
    ...common,
    flow_name: 'Top orders',
    project_id: '7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11',
  },
  run: {
    ...common,
    error_message: null,
    waiting: null,
    logs,
    logs_json: logs,
    outputs: [
      {
        node_id: 'out',
        key: `runs/${id}/attempts/1/outputs/out.csv`,
        format: 'csv' as const,
        bytes: 23,
        rows: 10,
      },
    ],
    node_results: [node],
    graph_snapshot: { nodes: [], edges: [] },
    parameters: { n: 10 },
    drift: null,
  },
};
