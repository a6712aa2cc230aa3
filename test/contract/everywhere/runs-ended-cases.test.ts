import type { Answer } from '../../support/api-client.ts';
import { WEBHOOK_AUTHORIZED, useContractApp } from '../../support/contract-app.ts';
import { idOf, issue, saveFlow, saying, testCases } from '../../support/contract-cases.ts';
import { chain, input, node, output } from '../../support/contract-graphs.ts';

const app = useContractApp();
let dataset: string;
let flow: string;
let run: string;

beforeAll(async () => {
  dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n'));
  flow = await saveFlow(app, chain([input(dataset), output({ format: 'json' }, 'out1')]));
  run = await idOf(start(flow));
});

const start = (of: string, body?: unknown): Promise<Answer> =>
  app.call('POST', `/api/flows/${of}/runs`, body);

const failed = (text: RegExp): object => ({
  status: 'failed',
  engine: 'polars',
  trigger: 'manual',
  error_message: expect.stringMatching(text) as string,
});

describe('a run that is written', () => {
  const ofDataset = async (id: string): Promise<Answer> =>
    start(await saveFlow(app, chain([input(id), output()])));

  testCases([
    [
      'fails for an unknown dataset',
      () => ofDataset('nope'),
      201,
      { ...failed(/Dataset 'nope' not found/), node_results: null },
    ],
    [
      'fails for a column that is missing',
      async () =>
        start(
          await saveFlow(
            app,
            chain([input(dataset), node('selectColumns', { columns: ['zz'] }), output()]),
          ),
        ),
      201,
      failed(/zz/),
    ],
    [
      'fails when it is triggered too, with 200',
      async () =>
        app.call(
          'POST',
          `/api/flows/${await saveFlow(app, chain([input('nope'), output()]))}/trigger`,
          undefined,
          WEBHOOK_AUTHORIZED,
        ),
      200,
      { ...failed(/nope/), trigger: 'webhook' },
    ],
  ]);

  it('fails for a disabled dataset, whose preview is rejected', async () => {
    const id = await idOf(app.upload('/api/datasets/upload', 'disabled.csv', 'id\n1\n'));
    await app.call('PATCH', `/api/datasets/${id}`, { is_disabled: true });
    const of = await saveFlow(app, chain([input(id), output()]));
    expect(await start(of)).toMatchObject({ status: 201, body: failed(/disabled/) });
    expect(await app.call('POST', `/api/flows/${of}/preview`, {})).toMatchObject({
      status: 400,
      body: saying(/disabled/),
    });
  });

  it('fails for a deleted dataset', async () => {
    const id = await idOf(app.upload('/api/datasets/upload', 'deleted.csv', 'id\n1\n'));
    await app.call('DELETE', `/api/datasets/${id}`);
    const of = await saveFlow(app, chain([input(id), output()]));
    expect(await start(of)).toMatchObject({ status: 201, body: failed(/deleted|disabled/) });
  });
});

describe('the list of runs', () => {
  const list = (query: string): Promise<Answer> => app.call('GET', `/api/runs?${query}`);
  testCases([
    ['limit 10001', () => list('limit=10001'), 422, issue('query.limit', 'less_than_equal')],
    ['limit 0', () => list('limit=0'), 422, issue('query.limit', 'greater_than_equal')],
    ['limit 10000', () => list('limit=10000'), 200],
    ['offset -1', () => list('offset=-1'), 422, issue('query.offset', 'greater_than_equal')],
    ['a status that there is not', () => list('status=zzz'), 422, issue('query.status', 'enum')],
    ['an unknown flow', () => list('flow_id=nope'), 200, []],
    ['an unknown project', () => list('project_id=nope'), 200, []],
    ['an unknown dataset', () => list('dataset_id=nope'), 200, []],
    ['an unknown schedule', () => list('schedule_id=nope'), 200, []],
  ]);
});

describe('one run', () => {
  testCases([
    [
      'an unknown id',
      () => app.call('GET', '/api/runs/nope'),
      404,
      { detail: "FlowRun 'nope' not found" },
    ],
    [
      'cancelling one that has ended',
      () => app.call('POST', `/api/runs/${run}/cancel`),
      400,
      saying(/success/),
    ],
    [
      'the log stream of an unknown id',
      () => app.call('GET', '/api/runs/nope/logs/stream'),
      404,
      { detail: "FlowRun 'nope' not found" },
    ],
    [
      'the output of a node id with other characters',
      () => app.call('GET', `/api/runs/${run}/output?node_id=../x`),
      400,
      saying(/node_id|node id/),
    ],
    [
      'the output of no node where none was written',
      async () => {
        const broken = await saveFlow(app, chain([input('nope'), output()]));
        return app.call('GET', `/api/runs/${await idOf(start(broken))}/output`);
      },
      404,
      saying(/^Output file '[0-9a-f-]{36}' not found\. The run wrote no output\.$/),
    ],
    [
      'the output of a node that wrote none',
      () => app.call('GET', `/api/runs/${run}/output?node_id=in`),
      404,
      saying(/^Output file '[0-9a-f-]{36}\/in' not found\. The run has outputs of: .*\bout1\b/),
    ],
  ]);

  it('returns a JSON output too', async () => {
    const answer = await fetch(`${app.url}/api/runs/${run}/output?node_id=out1`);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="out1.json"');
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toEqual([{ id: 1 }, { id: 2 }]);
  });
});

describe('the trigger', () => {
  testCases([
    [
      'with a wrong secret',
      () => app.call('POST', `/api/flows/${flow}/trigger`, undefined, { 'X-Service-Secret': 'x' }),
      403,
      saying(/X-Service-Secret/),
    ],
    [
      'without a secret',
      () => app.call('POST', `/api/flows/${flow}/trigger`),
      403,
      saying(/X-Service-Secret/),
    ],
  ]);
});
