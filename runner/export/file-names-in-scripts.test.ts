import type { JsonObject } from '../domain/json.ts';
import { exportFlow } from './export-flow.ts';
import type { ExportRequest } from './export-request.ts';

/** A flow of an input and an output, whose edge names a handle of its own. */
function requestOf(type: string, config: JsonObject, targetHandle = 'in'): ExportRequest {
  return {
    flowName: 'Nightly',
    graph: {
      nodes: [
        { id: 'in', type: 'fileInput', data: { config: { dataset_id: 'd' } } },
        { id: 'out', type, data: { config } },
      ],
      edges: [{ source: 'in', target: 'out', targetHandle }],
    },
    inputs: [
      {
        nodeId: 'in',
        datasetName: 'orders.csv',
        format: 'csv',
        parseOptions: null,
        irregularities: [],
        columns: [{ name: 'id', type: 'integer' }],
      },
    ],
  };
}

it.each<[string, JsonObject, string]>([
  ['csvOutput', { path: 'result.csv', dataset_name: 'kept' }, 'result.csv'],
  ['csvOutput', { path: '', dataset_name: '' }, 'output.csv'],
  ['excelOutput', { path: 'result.xlsx' }, 'result.xlsx'],
  ['parquetOutput', { path: 'folder/result.parquet' }, 'result.parquet'],
  ['fileOutput', { format: 'csv', path: 'result.csv', dataset_name: 'kept' }, 'result.csv'],
  ['fileOutput', { format: 'csv', dataset_name: 'kept' }, 'kept.csv'],
  ['fileOutput', { format: 'csv', path: null }, 'output.csv'],
  ['fileOutput', { format: 'csv', path: 7 }, 'output.csv'],
])('an exported script of %s with %j writes %s', (type, config, name) => {
  const { code, polars, polars_lazy: lazy } = exportFlow(requestOf(type, config));
  for (const script of [code, polars, lazy]) expect(script).toContain(`"${name}"`);
});

it.each(['out', 'left', ''])('an edge into an output may name any input, as %j', (handle) => {
  const named = exportFlow(requestOf('fileOutput', { format: 'csv' }, handle));
  expect(named).toEqual(exportFlow(requestOf('fileOutput', { format: 'csv' })));
});

it.each([
  ['orders.csv.gz', true],
  ['orders.csv.zip', true],
  ['orders.csv.zst', true],
  ['orders.csv', false],
])(
  'a script reads the file %s as it is, which the service keeps unpacked',
  (datasetName, isNamed) => {
    const request = requestOf('csvOutput', {});
    const inputs = request.inputs.map((input) => ({ ...input, datasetName }));
    const { code, polars } = exportFlow({ ...request, inputs });
    // Polars goes by the content of a file.
    expect([code.includes('compression=None'), polars.includes('compression')]).toEqual([
      isNamed,
      false,
    ]);
  },
);
