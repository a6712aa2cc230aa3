import { startTestApp, type Answer, type TestApp } from '../support/app.ts';
import { idOf, saveFlow } from '../support/contract-cases.ts';
import { chain, input, output } from '../support/contract-graphs.ts';

let app: TestApp;
let ids: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await startTestApp({ SERVICE_SCHEDULER_ENABLED: 'false' });
  const dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n'));
  const flow = await saveFlow(app, chain([input(dataset), output()]));
  const run = await idOf(app.call('POST', `/api/flows/${flow}/runs`));
  const outputs = [output({}, 'out1'), output({}, 'out2')];
  const edges = outputs.map(({ id }) => ({ source: 'in', target: id }));
  const two = await saveFlow(app, { nodes: [input(dataset), ...outputs], edges });
  const several = await idOf(app.call('POST', `/api/flows/${two}/runs`));
  const schedule = await idOf(app.call('POST', `/api/flows/${flow}/schedules`, { cron: '@daily' }));
  const project = await idOf(app.call('POST', '/api/projects', { name: 'P' }));
  ids = { dataset, flow, run, several, schedule, project };
});

afterAll(() => app.close());

function send(request: string, body?: unknown): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ');
  return app.call(
    method,
    path.replace(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? name),
    body,
  );
}

/** Formats the issues of a body, such as `body.name:missing query.limit:enum`. */
function codes({ body }: Answer): string {
  const { detail } = body as { detail: { loc: (string | number)[]; type: string }[] };
  return detail.map(({ loc, type }) => `${loc.join('.')}:${type}`).join(' ');
}

const LONG = 'x'.repeat(256);

describe('a malformed request is rejected with 422 and the place and kind of each issue', () => {
  it.each<readonly [request: string, body: unknown, expected: string]>([
    ['POST /api/projects', { name: '' }, 'body.name:string_too_short'],
    ['POST /api/projects', { name: LONG }, 'body.name:string_too_long'],
    ['POST /api/projects', { name: 5 }, 'body.name:string_type'],
    ['POST /api/projects', { name: 'C', color: 'c'.repeat(33) }, 'body.color:string_too_long'],
    ['POST /api/projects', { name: 'C', color: null }, 'body.color:string_type'],
    ['PUT /api/projects/{project}', { is_disabled: 'maybe' }, 'body.is_disabled:bool_parsing'],
    ['PUT /api/projects/{project}', { is_disabled: null }, 'body.is_disabled:bool_type'],
    ['GET /api/datasets/{dataset}/schema?version=abc', undefined, 'query.version:int_parsing'],
    [
      'GET /api/datasets/{dataset}/versions/abc/download',
      undefined,
      'path.version_number:int_parsing',
    ],
    ['GET /api/datasets/{dataset}/versions?limit=0', undefined, 'query.limit:greater_than_equal'],
    ['GET /api/datasets/{dataset}/versions?limit=1001', undefined, 'query.limit:less_than_equal'],
    [
      'GET /api/datasets/{dataset}/versions?offset=-1',
      undefined,
      'query.offset:greater_than_equal',
    ],
    ['GET /api/datasets?include_deleted=maybe', undefined, 'query.include_deleted:bool_parsing'],
    ['DELETE /api/datasets/{dataset}?purge=maybe', undefined, 'query.purge:bool_parsing'],
    ['POST /api/flows', {}, 'body.name:missing'],
    ['POST /api/flows', { name: 'x', graph_json: [] }, 'body.graph_json:dict_type'],
    ['POST /api/flows', { name: 'x', graph_json: null }, 'body.graph_json:dict_type'],
    ['POST /api/flows', { name: LONG }, 'body.name:string_too_long'],
    ['PUT /api/flows/{flow}', { name: null }, 'body.name:string_type'],
    ['PUT /api/flows/{flow}', { is_disabled: null }, 'body.is_disabled:bool_type'],
    ['POST /api/flows/import', { name: 'x' }, 'body:value_error'],
    ['POST /api/flows/migrate-document', {}, 'body.document:missing'],
    ['POST /api/flows/{flow}/runs', { parameters: [1] }, 'body.parameters:dict_type'],
    [
      'POST /api/flows/{flow}/runs',
      { timeout_seconds: 1.5 },
      'body.timeout_seconds:int_from_float',
    ],
    ['POST /api/flows/{flow}/runs', { timeout_seconds: 'x' }, 'body.timeout_seconds:int_parsing'],
    [
      'POST /api/flows/{flow}/runs',
      { timeout_seconds: -1 },
      'body.timeout_seconds:greater_than_equal',
    ],
    ['POST /api/flows/{flow}/preview', { limit: 0 }, 'body.limit:greater_than_equal'],
    ['POST /api/flows/{flow}/preview', { limit: 1001 }, 'body.limit:less_than_equal'],
    ['GET /api/runs?limit=0', undefined, 'query.limit:greater_than_equal'],
    ['GET /api/runs?limit=x', undefined, 'query.limit:int_parsing'],
    ['GET /api/runs?status=zzz', undefined, 'query.status:enum'],
    ['GET /api/runs?sort_by=engine', undefined, 'query.sort_by:enum'],
    ['GET /api/runs?sort_order=up', undefined, 'query.sort_order:enum'],
    [
      'GET /api/runs?started_after=abc',
      undefined,
      'query.started_after:datetime_from_date_parsing',
    ],
    ['GET /api/runs/{several}/output', undefined, 'query.node_id:missing'],
    ['GET /api/transformations?category=zzz', undefined, 'query.category:enum'],
    [
      'POST /api/transformations/preview',
      { type: 'limitRows', config: { n: 1 } },
      'body.dataset_id:missing',
    ],
    ['POST /api/flows/{flow}/schedules', { cron: '' }, 'body.cron:string_too_short'],
    ['POST /api/flows/{flow}/schedules', {}, 'body.cron:missing'],
    [
      'POST /api/flows/{flow}/schedules',
      { cron: '@daily', max_retries: 11 },
      'body.max_retries:less_than_equal',
    ],
    [
      'POST /api/flows/{flow}/schedules',
      { cron: '@daily', retry_delay_seconds: 0 },
      'body.retry_delay_seconds:greater_than_equal',
    ],
    ['PATCH /api/schedules/{schedule}', { cron: null }, 'body.cron:string_type'],
    ['GET /api/schedules/{schedule}/runs?limit=10001', undefined, 'query.limit:less_than_equal'],
    ['PUT /api/settings/RUN_TIMEOUT_SECONDS', {}, 'body.value:missing'],
    ...[5.5, true, null, [1]].map(
      (value) =>
        [
          'PUT /api/settings/RUN_TIMEOUT_SECONDS',
          { value },
          'body.value.int:int_type body.value.str:string_type',
        ] as const,
    ),
  ])('%s %j', async (request, body, expected) => {
    const answer = await send(request, body);
    expect({ status: answer.status, codes: codes(answer) }).toEqual({
      status: 422,
      codes: expected,
    });
  });
});

describe('a query accepts texts for booleans and numbers', () => {
  it.each(['true', 'True', '1', 'yes', 'on'])('include_deleted=%s', async (value) => {
    const hidden = await idOf(app.upload('/api/datasets/upload', `${value}.csv`, 'id\n1\n'));
    await app.call('DELETE', `/api/datasets/${hidden}`);
    const { body } = await app.call('GET', `/api/datasets?include_deleted=${value}`);
    expect((body as { id: string }[]).map(({ id }) => id)).toContain(hidden);
  });

  it.each(['false', 'False', '0', 'no', 'off'])('include_deleted=%s', async (value) => {
    const { body } = await app.call('GET', `/api/datasets?include_deleted=${value}`);
    expect((body as { deleted_at: unknown }[]).every((it) => it.deleted_at === null)).toBe(true);
  });

  it('limit=05', async () => {
    expect((await app.call('GET', '/api/runs?limit=05')).status).toBe(200);
  });
});

describe('a request that breaks a rule is rejected with 400 and a sentence', () => {
  const named = (parameters: unknown): object => ({ name: 'p', graph_json: { parameters } });
  it.each<readonly [request: string, body: unknown]>([
    ['POST /api/flows', named([{ name: '1a' }])],
    ['POST /api/flows', named([{ name: 'class' }])],
    ['POST /api/flows', named([{ name: 'match' }])],
    ['POST /api/flows', named([{ name: 'df_1' }])],
    ['POST /api/flows', named([{ name: 'a' }, { name: 'a' }])],
    ['POST /api/flows', named([{ name: 'a', type: 'date' }])],
    ['POST /api/flows', named([{ name: 'a', type: 'integer', default: 'q' }])],
    ['POST /api/flows', named({ a: 1 })],
    [`POST /api/flows/{flow}/duplicate?name=${LONG}`, undefined],
    ['POST /api/flows/{flow}/schedules', { cron: 'nope' }],
    ['POST /api/flows/{flow}/schedules', { cron: '* * * *' }],
    ['POST /api/flows/{flow}/schedules', { cron: '0 0 * * 8' }],
    ['POST /api/flows/{flow}/schedules', { cron: '0 0 L * *' }],
    ['POST /api/flows/{flow}/schedules', { cron: '@daily', timezone: 'Mars/X' }],
    ['POST /api/flows/{flow}/schedules', { cron: '@daily', engine: 'spark' }],
    ['POST /api/transformations/preview', { type: 'limitRows', rows: [], config: { n: -1 } }],
    ['PUT /api/settings/DEFAULT_ENGINE', { value: 'spark' }],
    ['PUT /api/settings/RUN_TIMEOUT_SECONDS', { value: 604_801 }],
  ])('%s %j', async (request, body) => {
    expect(await send(request, body)).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/\w+ \w+/) as string },
    });
  });

  it('accepts a parameter name of 65 letters', async () => {
    expect((await send('POST /api/flows', named([{ name: 'a'.repeat(65) }]))).status).toBe(201);
  });
});
