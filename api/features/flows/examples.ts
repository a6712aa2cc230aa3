/** Examples of the OpenAPI document; all show one flow. */
const graph = {
  nodes: [
    {
      id: 'in',
      type: 'fileInput',
      data: { config: { dataset_id: '3d8a2c9e-1b3e-4a77-8c61-5b0f4a9d2e10', format: 'csv' } },
    },
    { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
  ],
  edges: [{ source: 'in', target: 'out' }],
};

/** Reads `seattle-weather.csv` of the demo; the run or the editor chooses the dataset. */
const wetDays = {
  nodes: [
    { id: 'in', type: 'fileInput', data: { label: 'Weather', config: { format: 'csv' } } },
    {
      id: 'wet',
      type: 'filterRows',
      data: { config: { column: 'precipitation', operator: '>', value: '{{ min_rain }}' } },
    },
    {
      id: 'kinds',
      type: 'groupByAggregate',
      data: { config: { group_by: ['weather'], aggregations: { precipitation: 'sum' } } },
    },
    { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
  ],
  edges: [
    { source: 'in', target: 'wet' },
    { source: 'wet', target: 'kinds' },
    { source: 'kinds', target: 'out' },
  ],
  parameters: [{ name: 'min_rain', type: 'number', default: 0 }],
};

const exported = {
  format: 'service.flow/v1',
  name: 'Clean orders',
  description: null,
  graph_json: graph,
};

const versioned = {
  schemaVersion: '1.0.0',
  serviceVersion: '0.1.0',
  project: { id: 'p', name: 'Clean orders', description: null },
  graph,
  metadata: {},
  requirements: { plugins: [], capabilities: [] },
};

export const EXAMPLES = {
  created: { name: 'Wet days', graph_json: wetDays },
  exported,
  migrated: { document: versioned, migrated: false, from_version: '1.0.0', to_version: '1.0.0' },
  flow: {
    id: 'dc60953c-3bf9-4e5d-b1c9-43c62e43b51f',
    name: 'Clean orders',
    description: null,
    project_id: '7c1f3a52-2f8b-4f2e-9a59-0d6a4f5a0b11',
    graph_json: graph,
    is_disabled: false,
    created_at: '2026-11-21T09:34:09.175000Z',
    updated_at: '2026-11-21T09:34:09.175000Z',
    last_run_at: null,
  },
};
