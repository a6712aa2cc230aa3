import type { Answer } from '../../support/api-client.ts';
import { useContractApp } from '../../support/contract-app.ts';
import { idOf, issue, saveFlow, saying, testCases } from '../../support/contract-cases.ts';
import { chain, input, node, output } from '../../support/contract-graphs.ts';

const app = useContractApp();
let dataset: string;
let flow: string;
let schedule: string;

beforeAll(async () => {
  dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n'));
  flow = await saveFlow(app, chain([input(dataset), output()]));
  schedule = await idOf(addSchedule({ cron: '@yearly' }));
});

const addSchedule = (body: object): Promise<Answer> =>
  app.call('POST', `/api/flows/${flow}/schedules`, body);

const preview = async (graph: object, body: object = {}): Promise<Answer> =>
  app.call('POST', `/api/flows/${await saveFlow(app, graph)}/preview`, body);

const previewOne = (body: object): Promise<Answer> =>
  app.call('POST', '/api/transformations/preview', body);

describe('previews', () => {
  testCases([
    [
      'an unknown node',
      () => preview(chain([input(dataset), output()]), { node_id: 'zz' }),
      404,
      { detail: "Node 'zz' not found" },
    ],
    [
      'a node that fails is named by label and id',
      () => preview(chain([input(dataset), node('selectColumns', { columns: ['zz'] }, 's1')])),
      400,
      saying(/selectColumns \(s1\).*"zz"/),
    ],
    [
      'an unknown dataset',
      () => preview(chain([input('nope'), output()])),
      404,
      { detail: "Dataset 'nope' not found" },
    ],
    ['an empty graph', () => preview({ nodes: [], edges: [] }), 400, saying(/no nodes/)],
    [
      'a limit of 1001',
      () => preview(chain([input(dataset)]), { limit: 1001 }),
      422,
      issue('body.limit', 'less_than_equal'),
    ],
    [
      'an input alone, without an output',
      () => preview(chain([input(dataset)]), { limit: 1 }),
      200,
      { columns: ['id'], rows: [{ id: 1 }], row_count: 2, truncated: true, profile: null },
    ],
  ]);
});

describe('previews of a transformation', () => {
  testCases([
    [
      'a missing column',
      () => previewOne({ type: 'selectColumns', dataset_id: dataset, config: { columns: ['zz'] } }),
      400,
      saying(/"zz"/),
    ],
    [
      'neither rows nor a dataset',
      () => previewOne({ type: 'limitRows', config: { n: 1 } }),
      422,
      issue('body.dataset_id', 'missing'),
    ],
    [
      'an output type',
      () => previewOne({ type: 'fileOutput', rows: [] }),
      404,
      { detail: "Transformation 'fileOutput' not found" },
    ],
  ]);
});

describe('schedules', () => {
  testCases([
    [
      'a cron of six fields',
      () => addSchedule({ cron: '* * * * * *' }),
      400,
      saying(/five fields/),
    ],
    ['30 February', () => addSchedule({ cron: '0 0 30 2 *' }), 400, saying(/never comes/)],
    [
      'the schedules of an unknown flow',
      () => app.call('GET', '/api/flows/nope/schedules'),
      404,
      { detail: "Flow 'nope' not found" },
    ],
    ['a list of an unknown flow', () => app.call('GET', '/api/schedules?flow_id=nope'), 200, []],
    [
      'a timezone of null',
      () => app.call('PATCH', `/api/schedules/${schedule}`, { timezone: null }),
      422,
      issue('body.timezone', 'string_type'),
    ],
    [
      'a change by PUT',
      () => app.call('PUT', `/api/schedules/${schedule}`, { cron: '@daily' }),
      405,
      saying(/./),
    ],
    [
      'one more retry than ten',
      () => addSchedule({ cron: '@daily', max_retries: 11 }),
      422,
      issue('body.max_retries', 'less_than_equal'),
    ],
  ]);

  it('run on request while they are disabled', async () => {
    const id = await idOf(addSchedule({ cron: '@yearly', is_enabled: false }));
    expect(await app.call('POST', `/api/schedules/${id}/run-now`)).toMatchObject({
      status: 201,
      body: { status: 'success', engine: 'polars', trigger: 'schedule', schedule_id: id },
    });
  });
});

describe('settings', () => {
  const set = (key: string, value: unknown): Promise<Answer> =>
    app.call('PUT', `/api/settings/${key}`, { value });
  testCases([
    ['RUN_TIMEOUT_SECONDS as text', () => set('RUN_TIMEOUT_SECONDS', '5'), 400, saying(/number/)],
    ['one that there is not', () => set('NOPE', 1), 404, { detail: "Setting 'NOPE' not found" }],
    [
      'one that only the environment sets',
      () => set('API_TOKEN', 'x'),
      404,
      { detail: "Setting 'API_TOKEN' not found" },
    ],
  ]);
});
