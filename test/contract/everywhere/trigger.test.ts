import type { Answer } from '../../support/api-client.ts';
import { WEBHOOK_AUTHORIZED, WEBHOOK_SECRET, useContractApp } from '../../support/contract-app.ts';
import { idOf, saveFlow } from '../../support/contract-cases.ts';
import { chain, input, node, output } from '../../support/contract-graphs.ts';
import { longFlow, runThat } from '../../support/contract-runs.ts';
import { until } from '../../support/until.ts';

const app = useContractApp();
let dataset: string;
let flow: string;

beforeAll(async () => {
  dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n3\n'));
  flow = await newFlow({ n: '{{ n }}' });
});

function newFlow(config: object, type = 'limitRows'): Promise<string> {
  const parameters = [{ name: 'n', type: 'integer', default: 2 }];
  return saveFlow(app, chain([input(dataset), node(type, config), output()], { parameters }));
}

function trigger(
  body?: unknown,
  headers: Record<string, string> = {},
  of: string = flow,
): Promise<Answer> {
  return app.call('POST', `/api/flows/${of}/trigger`, body, { ...WEBHOOK_AUTHORIZED, ...headers });
}

async function runsOf(of: string): Promise<{ id: string; status: string; trigger: string }[]> {
  return (await app.call('GET', `/api/runs?flow_id=${of}`)).body as never;
}

describe('the webhook secret', () => {
  const at = (headers: Record<string, string>, body?: unknown): Promise<Answer> =>
    app.call('POST', '/api/flows/nope/trigger', body, headers);

  it.each([
    ['is missing', {}],
    ['is empty', { 'X-Service-Secret': '' }],
    ['is wrong', { 'X-Service-Secret': 'x' }],
    ['is a beginning of it', { 'X-Service-Secret': 's3cr' }],
    ['has other bytes for the same letters', { 'X-Service-Secret': WEBHOOK_SECRET }],
  ])('answers 403 when it %s, before it reads flow, key and body', async (_title, headers) => {
    const answers = await Promise.all([
      at(headers),
      at(headers, '{'),
      at(headers, [1]),
      at({ ...headers, 'Idempotency-Key': 'k' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(answers[0].body).toEqual({ detail: expect.any(String) as string });
  });
});

describe('a trigger from a browser', () => {
  it('is rejected from a foreign origin, even with the right secret', async () => {
    const answer = await trigger(undefined, { Origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
    expect((await trigger(undefined, { Origin: 'http://localhost:9999' })).status).toBe(200);
  });
});

describe('a triggered run', () => {
  it.concurrent.each([
    ['no body', undefined],
    ['an empty object', {}],
    ['null', 'null'],
    ['only nulls', { engine: null, parameters: null }],
    ['fields that it does not know', { timeout_seconds: 'x', input_dataset_id: 'nope' }],
  ])('starts with %s', async (_title, body) => {
    expect(await trigger(body)).toMatchObject({
      status: 200,
      body: {
        flow_id: flow,
        status: 'success',
        trigger: 'webhook',
        engine: 'polars',
        schedule_id: null,
        parameters: { n: 2 },
        drift: null,
      },
    });
  });

  it.concurrent('is answered when it has ended, as it can be read then', async () => {
    const { body } = await trigger({ engine: 'pandas', parameters: { n: 1 } });
    expect(body).toMatchObject({ engine: 'pandas', parameters: { n: 1 }, status: 'success' });
    expect((body as { finished_at: unknown }).finished_at).not.toBeNull();
    const read = await app.call('GET', `/api/runs/${(body as { id: string }).id}`);
    expect({ ...(read.body as object), drift: null }).toEqual(body);
  });

  it.concurrent('that fails is answered 200 with its reason', async () => {
    const failing = await newFlow({ columns: ['nope'] }, 'selectColumns');
    expect(await trigger(undefined, {}, failing)).toMatchObject({
      status: 200,
      body: { status: 'failed', trigger: 'webhook', error_message: expect.any(String) as string },
    });
  });

  it.each([
    ['an engine that there is not', { engine: 'spark' }, 400],
    ['a parameter of the wrong type', { parameters: { n: 'many' } }, 400],
    ['a parameter that the flow does not declare', { parameters: { m: 1 } }, 400],
    ['broken JSON', '{', 422],
    ['a list', [1], 422],
    ['a number for the engine', { engine: 5 }, 422],
    ['a list for the parameters', { parameters: [] }, 422],
  ])('is rejected for %s', async (_title, body, status) => {
    expect((await trigger(body)).status).toBe(status);
  });

  it('is rejected with 404 for an unknown flow and with 400 for a disabled one', async () => {
    expect(await trigger(undefined, {}, 'nope')).toMatchObject({
      status: 404,
      body: { detail: "Flow 'nope' not found" },
    });
    const disabled = await newFlow({ n: 1 });
    await app.call('PUT', `/api/flows/${disabled}`, { is_disabled: true });
    expect((await trigger(undefined, {}, disabled)).status).toBe(400);
  });

  it.each([
    ['a NUL', '%00'],
    ['a broken encoding', '%ff'],
    ['5000 letters', 'x'.repeat(5000)],
    ['an emoji', '%F0%9F%92%A9'],
    ['SQL', "';--"],
    ['a path', '..%2f..'],
  ])('is rejected for a flow id with %s, never with a 500', async (_title, id) => {
    const answer = await trigger(undefined, { 'Idempotency-Key': 'odd' }, id);
    expect([400, 404]).toContain(answer.status);
  });
});

describe('an idempotency key', () => {
  const key = (value: string): Record<string, string> => ({ 'Idempotency-Key': value });
  const ids = (answers: readonly Answer[]): Set<string> =>
    new Set(answers.map(({ body }) => (body as { id: string }).id));

  it.concurrent('means one run for twenty identical requests at once, and all get it', async () => {
    const own = await newFlow({ n: 1 });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => trigger({ parameters: { n: 1 } }, key('twenty'), own)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(ids(answers).size).toBe(1);
    for (const { body } of answers) expect(body).toEqual(answers[0]!.body);
    expect(answers[0]!.body).toMatchObject({ status: 'success', trigger: 'webhook' });
    expect(await runsOf(own)).toHaveLength(1);
  });

  it.concurrent('makes a repeat wait for the end of the run that goes on', async () => {
    const own = await longFlow(app);
    const first = trigger(undefined, key('slow'), own);
    const id = await until(async () => (await runsOf(own))[0]?.id ?? null);
    const repeat = trigger(undefined, key('slow'), own);
    try {
      await runThat(app, id, ({ status }) => status === 'running');
      const fast = await Promise.race([repeat, app.call('GET', '/health')]);
      expect(fast.body).toHaveProperty('status', 'ok');
    } finally {
      await app.call('POST', `/api/runs/${id}/cancel`);
    }
    expect((await repeat).body).toEqual((await first).body);
    expect((await repeat).body).toMatchObject({ id, status: 'cancelled' });
    expect(await runsOf(own)).toHaveLength(1);
  });

  it.concurrent('gives the original run to a repeat with other parameters', async () => {
    const first = await trigger({ parameters: { n: 1 } }, key('again'));
    const repeat = await trigger({ parameters: { n: 3 }, engine: 'spark' }, key('again'));
    expect(repeat).toMatchObject({ status: 200, body: first.body });
  });

  it.concurrent('gives the original run also when the flow is disabled by then', async () => {
    const own = await newFlow({ n: 1 });
    const first = await trigger(undefined, key('before'), own);
    await app.call('PUT', `/api/flows/${own}`, { is_disabled: true });
    expect((await trigger(undefined, key('before'), own)).body).toEqual(first.body);
  });

  it.concurrent('of another flow, or none, or an empty one means a run of its own', async () => {
    const other = await newFlow({ n: 1 });
    const answers = await Promise.all([
      trigger(undefined, key('shared')),
      trigger(undefined, key('shared'), other),
      trigger(),
      trigger(),
      trigger(undefined, key('')),
      trigger(undefined, key('')),
    ]);
    expect(ids(answers).size).toBe(6);
  });

  it.concurrent('is not used up by a request that is refused', async () => {
    for (const body of [{ engine: 'spark' }, { parameters: { m: 1 } }, '{']) {
      expect([400, 422]).toContain((await trigger(body, key('later'))).status);
    }
    const first = await trigger(undefined, key('later'));
    expect(first).toMatchObject({ status: 200, body: { status: 'success' } });
    expect((await trigger(undefined, key('later'))).body).toEqual(first.body);
  });

  it.concurrent(
    'may have any length, and differs from another key in its last letter alone',
    async () => {
      const long = 'k'.repeat(8_000);
      const answers = [
        await trigger(undefined, key(`${long}1`)),
        await trigger(undefined, key(`${long}1`)),
        await trigger(undefined, key(`${long}2`)),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(ids(answers).size).toBe(2);
    },
  );
});
