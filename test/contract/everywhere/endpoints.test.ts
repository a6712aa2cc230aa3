import type { Answer } from '../../support/api-client.ts';
import { WEBHOOK_AUTHORIZED, useContractApp } from '../../support/contract-app.ts';
import { idOf, saveFlow } from '../../support/contract-cases.ts';
import { chain, input, output } from '../../support/contract-graphs.ts';

const app = useContractApp();
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  const project = await idOf(app.call('POST', '/api/projects', { name: 'P' }));
  const dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n'));
  const flow = await saveFlow(app, chain([input(dataset), output()]));
  const run = await idOf(app.call('POST', `/api/flows/${flow}/runs`));
  const schedule = await idOf(
    app.call('POST', `/api/flows/${flow}/schedules`, { cron: '@yearly' }),
  );
  ids = { project, dataset, flow, run, schedule };
});

/** Replaces placeholders by the ids of what was created. */
function send(request: string, body?: object): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ');
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? name);
  return app.call(method, filled, body, WEBHOOK_AUTHORIZED);
}

const record = (...fields: readonly string[]): object =>
  Object.fromEntries(fields.map((field) => [field, expect.anything() as unknown]));

const listOf = (item: object): unknown =>
  expect.arrayContaining([expect.objectContaining(item) as unknown]) as unknown;

const RUN = record('id', 'flow_id', 'status', 'trigger', 'engine', 'logs', 'node_results');
const FLOW = record('id', 'name', 'project_id', 'graph_json');
const DATASET = record('id', 'name', 'source_type', 'column_schema', 'data_sample');
const SCHEDULE = record('id', 'flow_id', 'cron', 'timezone', 'next_run_at');
const PROJECT = record('id', 'name', 'color');
const LIMIT = { type: 'limitRows', config: { n: 1 }, rows: [{ a: 1 }] };
const DOCUMENT = { document: { name: 'D', graph_json: { nodes: [], edges: [] } } };
const GRAPH = { graph_json: { nodes: [{ id: 'a', type: 'limitRows' }] } };

type Endpoint = readonly [request: string, status: number, body: unknown, sent?: object];

const endpoints: readonly Endpoint[] = [
  ['GET /health', 200, { status: 'ok' }],
  ['GET /ready', 200, { status: 'ok', database: 'up' }],
  ['GET /api/settings', 200, listOf(record('key', 'value', 'source'))],
  ['GET /api/settings/webhook', 200, { configured: true }],
  ['PUT /api/settings/DATASET_RETENTION_DAYS', 200, { value: 9 }, { value: 9 }],
  ['DELETE /api/settings/DATASET_RETENTION_DAYS', 200, { value: 30 }],
  ['GET /api/projects', 200, listOf(PROJECT)],
  ['POST /api/projects', 201, PROJECT, { name: 'Q' }],
  ['GET /api/projects/{project}', 200, PROJECT],
  ['PUT /api/projects/{project}', 200, PROJECT, { color: 'red' }],
  ['GET /api/datasets', 200, [DATASET]],
  ['GET /api/datasets/{dataset}', 200, DATASET],
  ['PATCH /api/datasets/{dataset}', 200, DATASET, {}],
  ['GET /api/datasets/{dataset}/versions', 200, [record('id', 'version_number', 'row_count')]],
  ['GET /api/datasets/{dataset}/versions/1/download', 200, 'id\n1\n'],
  ['GET /api/datasets/{dataset}/schema', 200, [{ name: 'id', type: 'integer' }]],
  ['GET /api/datasets/{dataset}/sample', 200, [{ id: 1 }]],
  ['GET /api/datasets/{dataset}/profile', 200, [record('name', 'dtype', 'total')]],
  ['GET /api/datasets/{dataset}/flows', 200, [record('id', 'name')]],
  ['POST /api/datasets/{dataset}/restore', 200, DATASET],
  ['POST /api/datasets/purge-expired', 200, { purged: 0 }],
  ['GET /api/flows', 200, [FLOW]],
  ['POST /api/flows', 201, FLOW, { name: 'F' }],
  ['GET /api/flows/{flow}', 200, FLOW],
  ['PUT /api/flows/{flow}', 200, FLOW, {}],
  ['POST /api/flows/{flow}/duplicate', 201, { name: 'Flow (1)' }],
  ['POST /api/flows/import', 201, { name: 'Imported flow' }, GRAPH],
  ['POST /api/flows/migrate-document', 200, { migrated: false, to_version: '1.0.0' }, DOCUMENT],
  ['POST /api/flows/{flow}/preview', 200, { columns: ['id'], rows: [{ id: 1 }], row_count: 1 }],
  ['POST /api/flows/{flow}/export/python', 200, record('code', 'polars', 'flow_document')],
  ['POST /api/flows/{flow}/runs', 201, RUN],
  ['POST /api/flows/{flow}/trigger', 200, { ...RUN, trigger: 'webhook' }],
  ['GET /api/runs', 200, listOf(record('id', 'flow_name', 'status'))],
  ['GET /api/runs/{run}', 200, RUN],
  ['POST /api/runs/{run}/retry', 201, { ...RUN, trigger: 'retry' }],
  ['POST /api/runs/{run}/cancel', 400, { detail: expect.stringContaining('success') as string }],
  ['GET /api/runs/{run}/output?node_id=out', 200, 'id\n1\n'],
  ['GET /api/runs/{run}/logs/stream', 200, expect.stringContaining('event: done\ndata: {')],
  ['POST /api/flows/{flow}/schedules', 201, SCHEDULE, { cron: '@daily' }],
  ['GET /api/flows/{flow}/schedules', 200, listOf(SCHEDULE)],
  ['GET /api/schedules', 200, listOf(SCHEDULE)],
  ['GET /api/schedules/{schedule}', 200, SCHEDULE],
  ['PATCH /api/schedules/{schedule}', 200, { name: 'S' }, { name: 'S' }],
  ['POST /api/schedules/{schedule}/run-now', 201, { trigger: 'schedule' }],
  ['GET /api/schedules/{schedule}/runs', 200, [record('id', 'flow_name', 'status')]],
  ['GET /api/transformations', 200, expect.arrayContaining(['limitRows', 'sortRows'])],
  ['POST /api/transformations/preview', 200, { rows: [{ a: 1 }], row_count: 1 }, LIMIT],
  ['GET /api/catalog/nodes', 200, listOf(record('id', 'inputs', 'outputs'))],
  ['GET /api/catalog/nodes?category=input', 200, listOf(record('id'))],
  ['GET /api/catalog/exporters', 200, listOf(record('id', 'label', 'format'))],
  ['GET /api/catalog/categories', 200, listOf(record('id', 'label'))],
  ['GET /openapi.json', 200, { openapi: '3.1.0' }],
  ['GET /docs', 200, expect.stringContaining('swagger')],
  ['GET /redoc', 200, expect.stringContaining('redoc')],
  ['DELETE /api/schedules/{schedule}', 204, ''],
  ['DELETE /api/flows/{flow}', 204, ''],
  ['DELETE /api/datasets/{dataset}', 204, ''],
  ['DELETE /api/projects/{project}', 204, ''],
];

describe('an endpoint', () => {
  for (const [request, status, body, sent] of endpoints) {
    it(`${request} answers ${status}`, async () => {
      const answer = await send(request, sent);
      const seen = { status: answer.status, body: answer.body as unknown };
      expect(seen).toMatchObject({ status, body });
    });
  }
});

describe('the format of an answer', () => {
  it('is JSON', async () => {
    const { headers } = await send('GET /api/projects');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  });

  it('has no body with 204', async () => {
    const id = await idOf(app.call('POST', '/api/projects', { name: 'Gone' }));
    const { status, headers, body } = await app.call('DELETE', `/api/projects/${id}`);
    expect({ status, body: body as unknown }).toEqual({ status: 204, body: '' });
    expect(headers.get('content-type')).toBeNull();
  });
});
