import type { ExportRequest } from '../export/export-request.ts';
import { exportFlow } from '../export/export-flow.ts';
import { nodeOfType } from '../nodes/index.ts';
import { analyseColumns, type ColumnAnalysis } from './analyse-columns.ts';
import { inspectGraph } from './inspect-graph.ts';
import { readGraph } from './read-graph.ts';

const COLUMNS = [
  { name: 'shop', type: 'string' },
  { name: 'amount', type: 'integer' },
  { name: 'id', type: 'integer' },
] as const;

/** A flow that selects columns of a pivot. */
function pivotFlow(heads: readonly string[]): ExportRequest['graph'] {
  const pivot = { index: ['id'], columns: 'shop', values: 'amount', heads };
  return readGraph({
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id: 'd', format: 'parquet' } } },
      { id: 'pivot', type: 'pivot', data: { label: 'By shop', config: pivot } },
      { id: 'few', type: 'selectColumns', data: { config: { columns: ['id', 'é'] } } },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ],
    edges: [
      { source: 'in', target: 'pivot' },
      { source: 'pivot', target: 'few' },
      { source: 'few', target: 'out' },
    ],
  });
}

async function analyse(heads: readonly string[]): Promise<ColumnAnalysis> {
  const options = { lookup: nodeOfType, overrides: {}, localTime: '2026-11-22T00:00:00' };
  const inspection = inspectGraph(pivotFlow(heads), options);
  return await analyseColumns(inspection, new Map([['in', COLUMNS]]));
}

function exported(heads: readonly string[]): string {
  const input = { nodeId: 'in', datasetName: 'd.parquet', format: 'parquet', columns: COLUMNS };
  const request = { flowName: 'Test', graph: pivotFlow(heads), inputs: [input] };
  return exportFlow(request as unknown as ExportRequest).polars_lazy;
}

it('warns once about a pivot without heads, and reports no error below it', async () => {
  const { problems, nodes } = await analyse([]);
  expect(problems).toEqual([
    {
      nodeId: 'pivot',
      field: null,
      parameter: null,
      severity: 'warning',
      message: 'The columns of this node are known when it runs.',
    },
  ]);
  expect(nodes.map(({ columns }) => columns?.length ?? null)).toEqual([3, null, null, null]);
});

it('knows the columns of a pivot with heads and of the nodes below it', async () => {
  const { problems, nodes } = await analyse(['é', 'b']);
  expect(problems).toEqual([]);
  expect(nodes.at(-1)?.columns?.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'id integer',
    'é integer',
  ]);
});

it('exports nodes below a pivot with heads, and asks for them otherwise', () => {
  expect(exported(['é', 'b'])).toContain('pl.col("shop") == "é"');
  expect(() => exported([])).toThrow(
    /^By shop \(pivot\): .*List its heads to export the nodes below it/,
  );
});
