import { startTestApp, type TestApp } from '../../../test/support/app.ts';

let app: TestApp;
let datasetId: string;
beforeAll(async () => {
  app = await startTestApp();
  const { body } = await app.upload('/api/datasets/upload', 'orders.csv', 'id,v\n1,2\n');
  datasetId = body.id as string;
});
afterAll(() => app.close());

function graphOf(config: object): object {
  return {
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { format: 'csv', ...config } } },
      { id: 'pick', type: 'selectColumns', data: { config: { columns: ['id'] } } },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ],
    edges: [
      { source: 'in', target: 'pick' },
      { source: 'pick', target: 'out' },
    ],
  };
}

async function exported(graph: object, query = ''): ReturnType<TestApp['call']> {
  const { body } = await app.call('POST', '/api/flows', { name: 'Orders', graph_json: graph });
  return await app.call('POST', `/api/flows/${body.id}/export/python${query}`);
}

it('answers scripts for each library and the flow as a document', async () => {
  const graph = graphOf({ dataset_id: datasetId });
  const { status, body } = await exported(graph);
  expect(status).toBe(200);
  expect(body.code).toContain('import pandas as pd');
  for (const script of [body.code, body.polars, body.polars_lazy]) {
    expect(script).toContain('orders.csv');
  }
  expect(body).toMatchObject({ notebook: null, notebook_polars: null, notebook_polars_lazy: null });
  expect(body.flow_document).toEqual({
    format: 'service.flow/v1',
    name: 'Orders',
    description: null,
    graph_json: graph,
  });
});

it('answers notebooks when asked', async () => {
  const { body } = await exported(graphOf({ dataset_id: datasetId }), '?include_notebooks=true');
  expect(JSON.parse(body.notebook as string)).toMatchObject({ nbformat: 4 });
});

it('warns about an engine in the request, since the answer has all of them', async () => {
  const graph_json = graphOf({ dataset_id: datasetId });
  const flow = await app.call('POST', '/api/flows', { name: 'Orders', graph_json });
  const path = `/api/flows/${flow.body.id}/export/python`;
  const { status, body } = await app.call('POST', path, { engine: 'polars' });
  expect(status).toBe(200);
  expect(body.warnings).toMatchObject([{ code: 'unknown_field', field: 'engine' }]);
  expect(body.polars).toContain('import polars as pl');
});

it('exports flows of disabled datasets', async () => {
  const { body } = await app.upload('/api/datasets/upload', 'gone.csv', 'id\n1\n');
  await app.call('DELETE', `/api/datasets/${body.id}`);
  expect((await exported(graphOf({ dataset_id: body.id }))).status).toBe(200);
});

it.each<[string, () => object, number]>([
  ['an empty flow', () => ({}), 400],
  [
    'a flow without an output node',
    () => ({
      nodes: [{ id: 'in', type: 'fileInput', data: { config: { dataset_id: datasetId } } }],
    }),
    400,
  ],
  ['an unknown dataset', () => graphOf({ dataset_id: 'nope' }), 404],
  ['an unknown version', () => graphOf({ dataset_id: datasetId, dataset_version: 9 }), 404],
  ['an unknown type', () => ({ nodes: [{ id: 'a', type: 'zzz' }] }), 400],
])('refuses %s', async (_what, graph, status) => {
  expect((await exported(graph())).status).toBe(status);
});

it('answers 404 for an unknown flow and 422 for a flag that is none', async () => {
  expect((await app.call('POST', '/api/flows/nope/export/python')).status).toBe(404);
  const query = '?include_notebooks=perhaps';
  expect((await exported(graphOf({ dataset_id: datasetId }), query)).status).toBe(422);
});

it('answers the document of a flow whose pinned version is gone, which cannot be written as Python', async () => {
  const graph = graphOf({ dataset_id: datasetId, dataset_version: 9 });
  const { body } = await app.call('POST', '/api/flows', { name: 'Orders', graph_json: graph });
  const scripts = await app.call('POST', `/api/flows/${body.id}/export/python`);
  expect(scripts.status).toBe(404);
  const exportedDocument = await app.call('GET', `/api/flows/${body.id}/export/document`);
  expect(exportedDocument).toMatchObject({
    status: 200,
    body: { format: 'service.flow/v1', name: 'Orders', description: null, graph_json: graph },
  });
  const imported = await app.call('POST', '/api/flows/import', exportedDocument.body);
  expect(imported.status).toBe(201);
});

it('names a file for each version of a dataset that the flow reads', async () => {
  await app.upload('/api/datasets/upload', 'versions.csv', 'k,v\n1,2\n');
  const later = await app.upload('/api/datasets/upload', 'versions.csv', 'k,v\n1,9\n');
  const read = { dataset_id: later.body.id, format: 'csv' };
  const { status, body } = await exported({
    nodes: [
      { id: 'old', type: 'fileInput', data: { config: { ...read, dataset_version: 1 } } },
      { id: 'new', type: 'fileInput', data: { config: read } },
      { id: 'join', type: 'join', data: { config: { on: ['k'] } } },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ],
    edges: [
      { source: 'old', target: 'join', targetHandle: 'left' },
      { source: 'new', target: 'join', targetHandle: 'right' },
      { source: 'join', target: 'out' },
    ],
  });
  expect(status).toBe(200);
  for (const script of [body.code, body.polars, body.polars_lazy]) {
    expect(script).toMatch(
      /Reads versions_v1\.csv, versions_v2\.csv from[^]*"versions_v1\.csv"[^]*"versions_v2\.csv"/,
    );
  }
});
