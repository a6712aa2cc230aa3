import type { Answer } from '../../support/api-client.ts';
import { useContractApp } from '../../support/contract-app.ts';
import { idOf, issue, saveFlow, saying, testCases } from '../../support/contract-cases.ts';
import { chain, input, output } from '../../support/contract-graphs.ts';

const app = useContractApp();
let dataset: string;
let flow: string;

beforeAll(async () => {
  dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n'));
  flow = await saveFlow(app, chain([input(dataset), output()]), { name: 'f0' });
});

const save = (body: object): Promise<Answer> => app.call('POST', '/api/flows', body);
const change = (body: object): Promise<Answer> => app.call('PUT', `/api/flows/${flow}`, body);
const load = (body: object): Promise<Answer> => app.call('POST', '/api/flows/import', body);

describe('saving flows', () => {
  testCases([
    [
      'nodes that are not a list',
      () => save({ name: 'x', graph_json: { nodes: 'abc', edges: 5 } }),
      400,
      saying(/"nodes"/),
    ],
    [
      'an unknown project',
      () => save({ name: 'x', project_id: 'nope' }),
      404,
      { detail: "Project 'nope' not found" },
    ],
    ['a name used twice', () => save({ name: 'f0' }), 201, { name: 'f0', is_disabled: false }],
    [
      'a parameter under a reserved name',
      () => save({ name: 'p', graph_json: { parameters: [{ name: 'pd' }] } }),
      400,
      saying(/"pd"/),
    ],
    [
      'a graph of null',
      () => change({ graph_json: null }),
      422,
      issue('body.graph_json', 'dict_type'),
    ],
    ['the list of flows after that', () => app.call('GET', '/api/flows'), 200],
    [
      'a project of null means the default project',
      () => change({ project_id: null }),
      200,
      { name: 'f0', is_disabled: false },
    ],
    ['a change by PATCH', () => app.call('PATCH', `/api/flows/${flow}`, {}), 405, saying(/./)],
    ['a list of an unknown project', () => app.call('GET', '/api/flows?project_id=nope'), 200, []],
  ]);
});

describe('importing flows', () => {
  const graph = { nodes: [{ id: 'a', type: 'limitRows' }], edges: [] };
  testCases([
    ['without a graph', () => load({ name: 'x' }), 422, issue('body', 'value_error')],
    [
      'of a newer version',
      () => load({ schemaVersion: '2.0.0', graph }),
      400,
      saying(/newer version/),
    ],
    [
      'with an unknown node type',
      () => load({ graph_json: { nodes: [{ id: 'a', type: 'zzz' }] } }),
      400,
      saying(/zzz/),
    ],
    [
      'with an edge to nowhere',
      () => load({ graph_json: { ...graph, edges: [{ source: 'a', target: 'b' }] } }),
      201,
      { name: 'Imported flow', graph_json: { edges: [] } },
    ],
  ]);
});

describe('exporting and deleting flows', () => {
  it('exports a disabled flow', async () => {
    const id = await saveFlow(app, chain([input(dataset), output()]));
    await app.call('PUT', `/api/flows/${id}`, { is_disabled: true });
    const exported = await app.call('POST', `/api/flows/${id}/export/python`);
    expect(exported).toMatchObject({ status: 200, body: { notebook: null } });
    expect(Object.keys(exported.body as object)).toEqual([
      'code',
      'polars',
      'polars_lazy',
      'notebook',
      'notebook_polars',
      'notebook_polars_lazy',
      'flow_document',
    ]);
  });

  it('deletes the runs and schedules of a deleted flow', async () => {
    const id = await saveFlow(app, chain([input(dataset), output()]));
    const run = await idOf(app.call('POST', `/api/flows/${id}/runs`));
    const schedule = await idOf(
      app.call('POST', `/api/flows/${id}/schedules`, { cron: '@yearly' }),
    );
    expect(await app.call('DELETE', `/api/flows/${id}`)).toMatchObject({ status: 204, body: '' });
    for (const gone of [`flows/${id}`, `runs/${run}`, `schedules/${schedule}`]) {
      expect((await app.call('GET', `/api/${gone}`)).status).toBe(404);
    }
  });
});
