import type { Answer } from '../../support/api-client.ts';
import { WEBHOOK_AUTHORIZED, useContractApp } from '../../support/contract-app.ts';
import { idOf, saveFlow } from '../../support/contract-cases.ts';
import { chain, input, node, output } from '../../support/contract-graphs.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

interface Run {
  readonly id: string;
  readonly logs: readonly Record<string, unknown>[];
  readonly node_results: readonly Record<string, unknown>[];
  readonly [field: string]: unknown;
}

const app = useContractApp();
let dataset: string;
let second: string;
let flow: string;
let run: Run;
let failed: Run;
/** Its request says all that it may. */
let given: Run;

beforeAll(async () => {
  dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n3\n'));
  second = await idOf(app.upload('/api/datasets/upload', 'second.csv', 'id\n1\n'));
  const parameters = [{ name: 'n', type: 'integer', default: 2 }];
  const limit = node('limitRows', { n: '{{ n }}' }, 'top');
  flow = await saveFlow(app, chain([input(dataset), limit, output()], { parameters }));
  const broken = chain([input(dataset), node('selectColumns', { columns: ['zz'] }), output()]);
  const failing = await saveFlow(app, broken);
  const request = { engine: 'pandas', parameters: { n: '1' }, input_dataset_id: second };
  const answers = await Promise.all([start({}), start({}, failing), start(request)]);
  [run, failed, given] = answers.map(({ body }) => body as Run) as [Run, Run, Run];
});

const start = (body: object, of = flow): Promise<Answer> =>
  app.call('POST', `/api/flows/${of}/runs`, body);

const webhook = (body?: object): Promise<Answer> =>
  app.call('POST', `/api/flows/${flow}/trigger`, body, WEBHOOK_AUTHORIZED);

describe('a run record', () => {
  it('contains its id', () => {
    expect(run.id).toMatch(UUID);
  });
  it('contains the id of its flow', () => {
    expect(run.flow_id).toBe(flow);
  });
  it('contains its status', () => {
    expect([run.status, failed.status]).toEqual(['success', 'failed']);
  });
  it.concurrent('trigger: manual, webhook, retry', async () => {
    const retried = await app.call('POST', `/api/runs/${run.id}/retry`);
    const triggers = [run, (await webhook()).body, retried.body] as Run[];
    expect(triggers.map(({ trigger }) => trigger)).toEqual(['manual', 'webhook', 'retry']);
  });
  it.concurrent('schedule_id, of runs that a schedule made', async () => {
    const schedule = await idOf(
      app.call('POST', `/api/flows/${flow}/schedules`, { cron: '@yearly' }),
    );
    const made = await app.call('POST', `/api/schedules/${schedule}/run-now`);
    expect(made.body).toMatchObject({ schedule_id: schedule, trigger: 'schedule' });
    expect(run.schedule_id).toBeNull();
  });
  it('contains the engine that executed it', () => {
    expect([run.engine, given.engine]).toEqual(['polars', 'pandas']);
  });
  it.concurrent('parameters as resolved, which a retry uses again', async () => {
    expect([run.parameters, given.parameters]).toEqual([{ n: 2 }, { n: 1 }]);
    const again = await app.call('POST', `/api/runs/${given.id}/retry`);
    expect(again).toMatchObject({ status: 201, body: { parameters: { n: 1 } } });
    expect((again.body as Run).id).not.toBe(given.id);
  });
  it.each(['started_at', 'finished_at', 'created_at'])(
    'contains %s as an ISO 8601 time',
    (field) => {
      expect(run[field]).toMatch(TIME);
      expect(failed[field]).toMatch(TIME);
    },
  );
  it('contains the location of its output', () => {
    expect([run.output_location, failed.output_location]).toEqual([`${run.id}/out.csv`, null]);
  });
  it('contains the reason of a failure', () => {
    expect(run.error_message).toBeNull();
    expect(failed.error_message).toMatch(/zz/);
  });
  it('contains its log under two names', () => {
    expect(run.logs_json).toEqual(run.logs);
    expect(failed.logs[0]).toMatchObject({ level: 'error', message: failed.error_message });
  });
  it('contains status, row count, columns, sample and duration of each node', () => {
    expect(run.node_results).toMatchObject(
      ['in', 'top', 'out'].map((id) => ({
        node_id: id,
        status: 'success',
        rows: id === 'in' ? 3 : 2,
        columns: ['id'],
        sample: [{ id: 1 }, { id: 2 }, { id: 3 }].slice(0, id === 'in' ? 3 : 2),
        duration_ms: expect.any(Number) as number,
        error: null,
      })),
    );
    expect(failed.node_results.map(({ status }) => status)).toEqual([
      'success',
      'failed',
      'skipped',
    ]);
  });
});

describe('a log entry of a run', () => {
  it('contains level and message', () => {
    for (const entry of [...run.logs, ...failed.logs]) {
      expect(entry).toMatchObject({
        level: expect.stringMatching(/^(info|warning|error)$/) as string,
        message: expect.stringMatching(/./) as string,
      });
    }
  });
  it('contains the duration of the run', () => {
    expect(run.logs[0]).toMatchObject({ level: 'info', duration_ms: expect.any(Number) as number });
  });
  it('contains the dataset versions that the run read, also after a failure', () => {
    const read = [{ dataset_id: dataset, version_number: 1, dataset_name: 'orders.csv' }];
    expect([run.logs[1]?.versions, failed.logs[1]?.versions]).toEqual([read, read]);
  });
});

describe('the request of a run', () => {
  it('may name the engine', () => {
    expect(given).toMatchObject({ status: 'success', engine: 'pandas' });
  });
  it('may set parameters', () => {
    expect(given.node_results.map(({ rows }) => rows)).toEqual([1, 1, 1]);
  });
  it('may name the input dataset, under which the run is listed', async () => {
    const read = { dataset_id: second, version_number: 1, dataset_name: 'second.csv' };
    expect(given.input_datasets).toEqual([read]);
    const listed = await app.call('GET', `/api/runs?dataset_id=${second}`);
    const item = { id: given.id, input_dataset_id: second };
    expect(listed.body).toContainEqual(expect.objectContaining(item));
    expect(run.input_dataset_id).toBe(dataset);
  });
  it.concurrent(
    'timeout_seconds, where 0 means no limit even when the server has one',
    async () => {
      await app.call('PUT', '/api/settings/RUN_TIMEOUT_SECONDS', { value: 600 });
      expect((await start({ timeout_seconds: 0 })).body).toMatchObject({ status: 'success' });
      await app.call('DELETE', '/api/settings/RUN_TIMEOUT_SECONDS');
    },
  );
});

describe('the engine of a run is that of', () => {
  const ofGraph = (engine: string | null): Promise<string> =>
    saveFlow(app, chain([input(dataset), output()], { engine }));

  it.concurrent('1. the request', async () => {
    expect((await start({ engine: 'polars' }, await ofGraph('pandas'))).body).toMatchObject({
      engine: 'polars',
    });
  });
  it.concurrent('2. the flow', async () => {
    expect((await start({}, await ofGraph('pandas'))).body).toMatchObject({ engine: 'pandas' });
  });
  it.concurrent('3. the setting DEFAULT_ENGINE', async () => {
    const plain = await ofGraph(null);
    expect((await start({}, plain)).body).toMatchObject({ engine: 'polars' });
    await app.call('PUT', '/api/settings/DEFAULT_ENGINE', { value: 'pandas' });
    expect((await start({}, plain)).body).toMatchObject({ engine: 'pandas' });
    await app.call('DELETE', '/api/settings/DEFAULT_ENGINE');
  });
});

describe('the webhook may say', () => {
  it.concurrent('engine', async () => {
    expect(await webhook({ engine: 'pandas' })).toMatchObject({
      status: 200,
      body: { engine: 'pandas', trigger: 'webhook', status: 'success' },
    });
  });
  it.concurrent('parameters', async () => {
    expect((await webhook({ parameters: { n: 1 } })).body).toMatchObject({ parameters: { n: 1 } });
  });
  it.concurrent('nothing about the timeout: that is ignored', async () => {
    expect(await webhook({ timeout_seconds: 'x' })).toMatchObject({ status: 200 });
  });
});
