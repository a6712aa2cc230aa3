import { startTestApp, type Answer, type TestApp } from '../support/app.ts';
import { signalRunners } from '../support/runner-processes.ts';

const SECRET = 's3crét';
/** A header value holds bytes: this is the secret in UTF-8. */
const AUTHORIZED = { 'X-Service-Secret': Buffer.from(SECRET).toString('latin1') };

let app: TestApp;
let dataset: string;
let flow: string;

beforeAll(async () => {
  app = await startTestApp({ SERVICE_WEBHOOK_SECRET: SECRET });
  dataset = idOf(await app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n3\n'));
  flow = await newFlow({ n: '{{ n }}' });
});

afterAll(() => app.close());

afterEach(() => signalRunners('SIGCONT'));

function idOf(answer: Answer): string {
  expect(answer.status).toBe(201);
  return (answer.body as { id: string }).id;
}

async function newFlow(config: object, type = 'limitRows'): Promise<string> {
  const nodes = [
    { id: 'in', type: 'fileInput', data: { config: { dataset_id: dataset, format: 'csv' } } },
    { id: 'top', type, data: { config } },
    { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
  ];
  const graph = {
    nodes,
    edges: [
      { source: 'in', target: 'top' },
      { source: 'top', target: 'out' },
    ],
    parameters: [{ name: 'n', type: 'integer', default: 2 }],
  };
  return idOf(await app.call('POST', '/api/flows', { name: 'Hooked', graph_json: graph }));
}

function trigger(
  body?: unknown,
  headers: Record<string, string> = {},
  of: string = flow,
): Promise<Answer> {
  return app.call('POST', `/api/flows/${of}/trigger`, body, { ...AUTHORIZED, ...headers });
}

async function runsOf(of: string): Promise<{ id: string; status: string; trigger: string }[]> {
  return (await app.call('GET', `/api/runs?flow_id=${of}`)).body as never;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('It does not become so');
  }
}

describe('the webhook secret', () => {
  const at = (headers: Record<string, string>, body?: unknown): Promise<Answer> =>
    app.call('POST', '/api/flows/nope/trigger', body, headers);

  it.each([
    ['is missing', {}],
    ['is empty', { 'X-Service-Secret': '' }],
    ['is wrong', { 'X-Service-Secret': 'x' }],
    ['is a beginning of it', { 'X-Service-Secret': 's3cr' }],
    ['has other bytes for the same letters', { 'X-Service-Secret': SECRET }],
  ])('403 when it %s, before flow, key and body are looked at', async (_title, headers) => {
    const answers = await Promise.all([
      at(headers),
      at(headers, '{'),
      at(headers, [1]),
      at({ ...headers, 'Idempotency-Key': 'k' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect(answers[0].body).toEqual({ detail: expect.any(String) as string });
  });

  it('404 whatever is sent when the server has none', async () => {
    const other = await startTestApp();
    try {
      const answers = await Promise.all([
        other.call('POST', '/api/flows/x/trigger', undefined, AUTHORIZED),
        other.call('POST', '/api/flows/x/trigger', '{'),
        other.call('POST', '/api/flows/x/trigger', undefined, { 'X-Service-Secret': '' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    } finally {
      await other.close();
    }
  });

  it('is in no log line', () => {
    expect(app.logs.length).toBeGreaterThan(10);
    expect(JSON.stringify(app.logs)).not.toContain('s3cr');
  });
});

describe('who may trigger', () => {
  it('no page of a foreign origin, even with the right secret', async () => {
    const answer = await trigger(undefined, { Origin: 'https://evil.example' });
    expect(answer.status).toBe(403);
    expect((await trigger(undefined, { Origin: 'http://localhost:9999' })).status).toBe(200);
  });

  it('a caller without the API token', async () => {
    const other = await startTestApp({
      SERVICE_API_TOKEN: 'tok',
      SERVICE_WEBHOOK_SECRET: SECRET,
    });
    try {
      const answer = await other.call('POST', '/api/flows/nope/trigger', undefined, AUTHORIZED);
      expect(answer).toMatchObject({ status: 404, body: { detail: "Flow 'nope' not found" } });
    } finally {
      await other.close();
    }
  });
});

describe('a triggered run', () => {
  it.each([
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

  it('is answered when it has ended, as it can be read then', async () => {
    const { body } = await trigger({ engine: 'pandas', parameters: { n: 1 } });
    expect(body).toMatchObject({ engine: 'pandas', parameters: { n: 1 }, status: 'success' });
    expect((body as { finished_at: unknown }).finished_at).not.toBeNull();
    const read = await app.call('GET', `/api/runs/${(body as { id: string }).id}`);
    expect({ ...(read.body as object), drift: null }).toEqual(body);
  });

  it('that fails is answered 200 with its reason', async () => {
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
  ])('is refused for %s', async (_title, body, status) => {
    expect((await trigger(body)).status).toBe(status);
  });

  it('is refused for an unknown flow with 404, for a disabled one with 400', async () => {
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
  ])('is refused for a flow id with %s, never with a 500', async (_title, id) => {
    const answer = await trigger(undefined, { 'Idempotency-Key': 'odd' }, id);
    expect([400, 404]).toContain(answer.status);
  });
});

describe('an idempotency key', () => {
  const key = (value: string): Record<string, string> => ({ 'Idempotency-Key': value });
  const ids = (answers: readonly Answer[]): Set<string> =>
    new Set(answers.map(({ body }) => (body as { id: string }).id));

  it('means one run for twenty identical requests at once, and all get it', async () => {
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

  it('means one run also when two servers share the twenty', async () => {
    const own = await newFlow({ n: 1 });
    const other = await startTestApp({
      SERVICE_WEBHOOK_SECRET: SECRET,
      SERVICE_DATABASE_URL: app.database.url,
      SERVICE_DATA_DIR: app.dataDir,
    });
    try {
      const headers = { ...AUTHORIZED, ...key('shared by two') };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          [app, other][i % 2]!.call('POST', `/api/flows/${own}/trigger`, undefined, headers),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      for (const { body } of answers) expect(body).toEqual(answers[0]!.body);
      expect(answers[0]!.body).toMatchObject({ status: 'success' });
      expect(await runsOf(own)).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  it('makes a repeat wait for the end of the run that goes on', async () => {
    const own = await newFlow({ n: 1 });
    await trigger(undefined, {}, own);
    await signalRunners('SIGSTOP');
    const first = trigger(undefined, key('slow'), own);
    await until(async () => (await runsOf(own))[0]?.status === 'running');
    const repeat = trigger(undefined, key('slow'), own);
    const fast = await Promise.race([repeat, app.call('GET', '/health')]);
    expect(fast.body).toHaveProperty('status', 'ok');
    expect(await runsOf(own)).toHaveLength(2);
    await signalRunners('SIGCONT');
    expect((await repeat).body).toEqual((await first).body);
    expect((await repeat).body).toMatchObject({ status: 'success' });
  });

  it('gives the original run to a repeat with other parameters', async () => {
    const first = await trigger({ parameters: { n: 1 } }, key('again'));
    const repeat = await trigger({ parameters: { n: 3 }, engine: 'spark' }, key('again'));
    expect(repeat).toMatchObject({ status: 200, body: first.body });
  });

  it('gives the original run also when the flow is disabled by then', async () => {
    const own = await newFlow({ n: 1 });
    const first = await trigger(undefined, key('before'), own);
    await app.call('PUT', `/api/flows/${own}`, { is_disabled: true });
    expect((await trigger(undefined, key('before'), own)).body).toEqual(first.body);
  });

  it('of another flow, or none, or an empty one means a run of its own', async () => {
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

  it('is not used up by a request that is refused', async () => {
    for (const body of [{ engine: 'spark' }, { parameters: { m: 1 } }, '{']) {
      expect([400, 422]).toContain((await trigger(body, key('later'))).status);
    }
    const first = await trigger(undefined, key('later'));
    expect(first).toMatchObject({ status: 200, body: { status: 'success' } });
    expect((await trigger(undefined, key('later'))).body).toEqual(first.body);
  });

  it('may be of any length, and is told from another to its last letter', async () => {
    const long = 'k'.repeat(8_000);
    const answers = [
      await trigger(undefined, key(`${long}1`)),
      await trigger(undefined, key(`${long}1`)),
      await trigger(undefined, key(`${long}2`)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(ids(answers).size).toBe(2);
  });
});
