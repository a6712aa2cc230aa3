import type { Answer } from '../../support/api-client.ts';
import { WEBHOOK_AUTHORIZED, useContractApp } from '../../support/contract-app.ts';
import { idOf, saveFlow } from '../../support/contract-cases.ts';
import { chain, input, node, output } from '../../support/contract-graphs.ts';
import { longFlow, runThat, type Run } from '../../support/contract-runs.ts';
import { until } from '../../support/until.ts';

const app = useContractApp();
const ASYNC = { Prefer: 'respond-async' };
let dataset: string;
let flow: string;

beforeAll(async () => {
  dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n3\n'));
  flow = await newFlow();
});

function newFlow(config: object = { n: '{{ n }}' }, type = 'limitRows'): Promise<string> {
  const parameters = [{ name: 'n', type: 'integer', default: 2 }];
  return saveFlow(app, chain([input(dataset), node(type, config), output()], { parameters }));
}

const key = (value: string): Record<string, string> => ({ 'Idempotency-Key': value });
const id = ({ body }: Answer): string => (body as Run).id;
const ids = (answers: readonly Answer[]): Set<string> => new Set(answers.map(id));

function start(of: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  return app.call('POST', `/api/flows/${of}/runs`, body, headers);
}

function retry(run: string, headers: Record<string, string>, query = ''): Promise<Answer> {
  return app.call('POST', `/api/runs/${run}/retry${query}`, undefined, headers);
}

async function runsOf(of: string): Promise<Run[]> {
  return (await app.call('GET', `/api/runs?flow_id=${of}`)).body as Run[];
}

describe('an idempotency key of a run request', () => {
  it.concurrent('starts one run for twenty requests at once, and answers all with it', async () => {
    const own = await newFlow({ n: 1 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => start(own, key('twenty'), { engine: 'pandas' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(ids(answers).size).toBe(1);
    expect(answers[0]!.body).toMatchObject({ status: 'success', trigger: 'manual' });
    expect(await runsOf(own)).toHaveLength(1);
  });

  it.concurrent('answers a repeat with the run that goes on, or with its end', async () => {
    const own = await longFlow(app);
    const first = await start(own, { ...ASYNC, ...key('slow') });
    expect(first.status).toBe(202);
    const waiting = start(own, key('slow'));
    try {
      await runThat(app, id(first), ({ status }) => status === 'running');
      const repeat = await start(own, { ...ASYNC, ...key('slow') });
      expect(repeat).toMatchObject({ status: 202, body: { id: id(first), status: 'running' } });
      expect(repeat.headers.get('location')).toBe(`/api/runs/${id(first)}`);
      expect(repeat.headers.get('preference-applied')).toBe('respond-async');
    } finally {
      await app.call('POST', `/api/runs/${id(first)}/cancel`);
    }
    expect(await waiting).toMatchObject({
      status: 201,
      body: { id: id(first), status: 'cancelled' },
    });
    expect(await runsOf(own)).toHaveLength(1);
  });

  it.concurrent(
    'answers the original run whatever the body, also when that run failed or the flow is disabled',
    async () => {
      const own = await newFlow({ columns: ['nope'] }, 'selectColumns');
      const first = await start(own, key('again'));
      expect(first).toMatchObject({ status: 201, body: { status: 'failed' } });
      const other = { engine: 'spark', parameters: { n: 'x' }, input_dataset_id: 'nope' };
      expect((await start(own, key('again'), other)).body).toEqual(first.body);
      await app.call('PUT', `/api/flows/${own}`, { is_disabled: true });
      expect((await start(own, key('again'))).body).toEqual(first.body);
      expect((await start(own, key('another'))).status).toBe(400);
    },
  );

  it.concurrent('starts a run of its own for another flow, without a key and empty', async () => {
    const answers = await Promise.all([
      start(flow, key('shared')),
      start(await newFlow(), key('shared')),
      start(flow, {}),
      start(flow, {}),
      start(flow, key('')),
      start(flow, key('')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(ids(answers).size).toBe(6);
  });

  it.concurrent('is not used up by a request that is refused', async () => {
    for (const body of [{ engine: 'spark' }, { parameters: { m: 1 } }, '{', [1]]) {
      expect([400, 422]).toContain((await start(flow, key('later'), body)).status);
    }
    const first = await start(flow, key('later'));
    expect(first).toMatchObject({ status: 201, body: { status: 'success' } });
    expect((await start(flow, key('later'))).body).toEqual(first.body);
  });

  it.concurrent(
    'may have any length, and differs from another key in its last letter alone',
    async () => {
      const long = 'k'.repeat(8_000);
      const answers = [
        await start(flow, key(`${long}1`)),
        await start(flow, key(`${long}1`)),
        await start(flow, key(`${long}2`)),
      ];
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
      expect(ids(answers).size).toBe(2);
    },
  );

  it.concurrent('is another than the same key of a webhook or of a retry', async () => {
    const own = await newFlow();
    const started = await start(own, key('same'));
    const headers = { ...WEBHOOK_AUTHORIZED, ...key('same') };
    const triggered = await app.call('POST', `/api/flows/${own}/trigger`, {}, headers);
    const retried = await retry(id(started), key('same'));
    expect([started, triggered, retried].map(({ body }) => (body as Run).trigger)).toEqual([
      'manual',
      'webhook',
      'retry',
    ]);
    expect(ids([started, triggered, retried]).size).toBe(3);
    expect((await start(own, key('same'))).body).toEqual(started.body);
  });

  it.concurrent('starts one run for a caller that left before the answer', async () => {
    const own = await longFlow(app);
    const caller = new AbortController();
    const lost = fetch(`${app.url}/api/flows/${own}/runs`, {
      method: 'POST',
      headers: key('lost'),
      signal: caller.signal,
    });
    const [run] = await until(async () => {
      const runs = await runsOf(own);
      return runs.length > 0 ? runs : null;
    }, 60_000);
    caller.abort();
    await expect(lost).rejects.toThrow('abort');
    const repeat = await start(own, { ...ASYNC, ...key('lost') });
    await app.call('POST', `/api/runs/${id(repeat)}/cancel`);
    expect(id(repeat)).toBe(run?.id);
    expect(await runsOf(own)).toHaveLength(1);
  });
});

describe('an idempotency key of a retry', () => {
  it.concurrent('starts one run for ten requests at once, of either graph', async () => {
    const own = await newFlow();
    const first = await start(own, {});
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        retry(id(first), key('k'), at % 2 === 0 ? '' : '?graph=current'),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(ids(answers).size).toBe(1);
    expect(await runsOf(own)).toHaveLength(2);
  });

  it.concurrent('belongs to the run that is retried', async () => {
    const own = await newFlow();
    const [first, second] = [await start(own, {}), await start(own, {})];
    const answers = [
      await retry(id(first), key('k')),
      await retry(id(second), key('k')),
      await retry(id(first), key('k')),
      await retry(id(first), {}),
    ];
    expect(id(answers[2]!)).toBe(id(answers[0]!));
    expect(ids(answers).size).toBe(3);
  });

  it('is refused with an unknown run', async () => {
    expect(await retry('nope', key('k'))).toMatchObject({
      status: 404,
      body: { detail: "FlowRun 'nope' not found" },
    });
  });
});
