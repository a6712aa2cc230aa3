import { startTestApp, type Answer, type LogLine, type TestApp } from '../support/app.ts';
import { signalRunners } from '../support/runner-processes.ts';
import { until } from '../support/until.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const WEBHOOK_SECRET = 'hook-secret';
const NOTIFY_SECRET = 'notify-sécret';

let receiver: WebhookReceiver;
let app: TestApp;
let dataset: string;

beforeAll(async () => {
  receiver = await startWebhookReceiver();
  app = await startTestApp({
    SERVICE_NOTIFY_WEBHOOK_URL: `${receiver.url}/alerts?token=tokenofurl`,
    SERVICE_NOTIFY_WEBHOOK_SECRET: NOTIFY_SECRET,
    SERVICE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  });
  dataset = await upload(app);
});

afterAll(async () => {
  await app.close();
  await receiver.close();
});

afterEach(async () => {
  await signalRunners('SIGCONT');
  receiver.clear();
});

function idOf(answer: Answer): string {
  expect(answer.status).toBe(201);
  return (answer.body as { id: string }).id;
}

async function upload(to: TestApp): Promise<string> {
  return idOf(await to.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n'));
}

/** Saves a flow that selects a column and fails unless it is `id`. */
async function flowOf(column: string, of = app, input = dataset): Promise<string> {
  const nodes = [
    { id: 'in', type: 'fileInput', data: { config: { dataset_id: input, format: 'csv' } } },
    { id: 'pick', type: 'selectColumns', data: { config: { columns: [column] } } },
    { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
  ];
  const edges = [
    { source: 'in', target: 'pick' },
    { source: 'pick', target: 'out' },
  ];
  return idOf(
    await of.call('POST', '/api/flows', { name: 'Nightly', graph_json: { nodes, edges } }),
  );
}

interface Run {
  readonly id: string;
  readonly status: string;
  readonly error_message: string;
}

async function run(flow: string, body?: object, of = app): Promise<Run> {
  return (await of.call('POST', `/api/flows/${flow}/runs`, body)).body as Run;
}

async function logged(of: TestApp, text: string): Promise<LogLine> {
  return await until(async () => (await of.readLogs()).find(({ msg }) => msg === text) ?? null);
}

describe('a failed run', () => {
  it('is reported by a POST with the secret', async () => {
    const flow = await flowOf('nope');
    const failed = await run(flow, { engine: 'pandas' });
    const [call] = await receiver.received(1);
    expect(call).toMatchObject({ method: 'POST', path: '/alerts?token=tokenofurl' });
    expect(call!.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-secret': Buffer.from(NOTIFY_SECRET).toString('latin1'),
    });
    expect(call!.body).toEqual({
      event: 'run_failed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}\+00:00$/) as string,
      flow_id: flow,
      flow_name: 'Nightly',
      run_id: failed.id,
      trigger: 'manual',
      engine: 'pandas',
      error: failed.error_message,
    });
  });

  it('is reported for every trigger', async () => {
    const flow = await flowOf('nope');
    const { id } = await run(flow);
    await app.call('POST', `/api/runs/${id}/retry`);
    await app.call('POST', `/api/flows/${flow}/trigger`, undefined, {
      'X-Service-Secret': WEBHOOK_SECRET,
    });
    const calls = await receiver.received(3);
    const triggers = calls.map(({ body }) => (body as { trigger: string }).trigger);
    expect(triggers.sort()).toEqual(['manual', 'retry', 'webhook']);
  });

  it('is reported when it exceeded its timeout', async () => {
    const flow = await flowOf('id');
    await run(flow);
    await signalRunners('SIGSTOP');
    const failed = await run(flow, { timeout_seconds: 1 });
    const [call] = await receiver.received(1);
    expect(call!.body).toMatchObject({
      run_id: failed.id,
      error: expect.stringContaining('1 second') as string,
    });
  });

  it('is reported with at most 2000 characters of its reason', async () => {
    const failed = await run(await flowOf('x'.repeat(3000)));
    const [call] = await receiver.received(1);
    const { error } = call!.body as { error: string };
    expect(error).toHaveLength(2000);
    expect(failed.error_message.startsWith(error)).toBe(true);
  });

  it('is reported, unlike a successful run or a preview', async () => {
    const good = await flowOf('id');
    const bad = await flowOf('nope');
    await run(good);
    await app.call('POST', `/api/flows/${bad}/preview`, { node_id: 'pick' });
    const failed = await run(bad);
    expect(await receiver.received(1)).toHaveLength(1);
    expect(receiver.calls[0]!.body).toHaveProperty('run_id', failed.id);
  });
});

describe('a receiver of notifications', () => {
  it('delays no run when it does not answer', async () => {
    const silent = await startWebhookReceiver();
    silent.answerNext('hang', 'hang', 'hang', 'hang');
    const other = await startTestApp({ SERVICE_NOTIFY_WEBHOOK_URL: silent.url });
    try {
      const flow = await flowOf('nope', other, await upload(other));
      for (let i = 0; i < 5; i++) expect((await run(flow, {}, other)).status).toBe('failed');
      expect(await silent.received(4)).toHaveLength(4);
    } finally {
      await other.close();
      await silent.close();
    }
  });

  it('gets the same report again after it failed', async () => {
    receiver.answerNext(503);
    const failed = await run(await flowOf('nope'));
    const calls = await receiver.received(2);
    expect(calls[0]!.body).toHaveProperty('run_id', failed.id);
    expect(calls[1]!.body).toEqual(calls[0]!.body);
  });

  it('is not followed to a redirect', async () => {
    const target = await startWebhookReceiver();
    try {
      receiver.answerNext({ redirectTo: `${target.url}/elsewhere` });
      await run(await flowOf('nope'));
      const line = await logged(app, 'a notification was not delivered');
      expect(line).toMatchObject({ attempt: 1, reason: 'status 302', event: 'run_failed' });
      expect(target.calls).toEqual([]);
    } finally {
      await target.close();
    }
  });
});

describe('the log of notifications', () => {
  it('contains neither the secret nor the URL', async () => {
    const text = JSON.stringify(await app.readLogs());
    expect(text).toContain('a notification was delivered');
    expect(text).not.toContain('sécret');
    expect(text).not.toContain('tokenofurl');
    expect(text).not.toContain('/alerts');
  });
});

describe('with private hosts blocked', () => {
  it.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'])(
    'is not sent to %s, without an effect on the run',
    async (host) => {
      const target = await startWebhookReceiver();
      const { port } = new URL(target.url);
      const blocked = await startTestApp({
        SERVICE_NOTIFY_WEBHOOK_URL: `http://${host}:${port}/`,
        SERVICE_CONNECTOR_BLOCK_PRIVATE_HOSTS: 'true',
      });
      try {
        const flow = await flowOf('nope', blocked, await upload(blocked));
        const failed = await run(flow, {}, blocked);
        expect(failed.status).toBe('failed');
        const line = await logged(blocked, 'a notification was not delivered');
        expect(line).toMatchObject({ attempt: 1, reason: 'PRIVATE_HOST', runId: failed.id });
        expect(target.calls).toEqual([]);
      } finally {
        await blocked.close();
        await target.close();
      }
    },
  );
});
