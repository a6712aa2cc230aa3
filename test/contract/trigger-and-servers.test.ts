import { startTestApp, type Answer, type TestApp } from '../support/app.ts';
import { idOf, saveFlow } from '../support/contract-cases.ts';
import { chain, input, output } from '../support/contract-graphs.ts';
import { WEBHOOK_AUTHORIZED, WEBHOOK_SECRET } from '../support/contract-app.ts';

describe('the trigger of a server without a secret', () => {
  it('answers 404 to every request', async () => {
    const app = await startTestApp();
    try {
      const trigger = (body?: unknown, headers = {}): Promise<Answer> =>
        app.call('POST', '/api/flows/x/trigger', body, headers);
      const answers = await Promise.all([
        trigger(undefined, WEBHOOK_AUTHORIZED),
        trigger('{'),
        trigger(undefined, { 'X-Service-Secret': '' }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(answers[0].body.detail).toMatch(
        /no webhook secret\. Start it with SERVICE_WEBHOOK_SECRET set/,
      );
      expect((await app.call('GET', '/api/settings/webhook')).body).toEqual({ configured: false });
    } finally {
      await app.close();
    }
  });
});

describe('the trigger of a server with a secret', () => {
  const env = { SERVICE_WEBHOOK_SECRET: WEBHOOK_SECRET };
  let app: TestApp;
  let flow: string;

  beforeAll(async () => {
    app = await startTestApp(env);
    const dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n'));
    flow = await saveFlow(app, chain([input(dataset), output()]));
  });

  afterAll(() => app.close());

  it('requires no API token', async () => {
    const other = await startTestApp({ ...env, SERVICE_API_TOKEN: 'tok' });
    try {
      const answer = await other.call(
        'POST',
        '/api/flows/nope/trigger',
        undefined,
        WEBHOOK_AUTHORIZED,
      );
      expect(answer).toMatchObject({ status: 404, body: { detail: "Flow 'nope' not found" } });
    } finally {
      await other.close();
    }
  });

  it('starts one run for twenty identical concurrent requests to two servers', async () => {
    const other = await startTestApp({
      ...env,
      SERVICE_DATABASE_URL: app.databaseUrl,
      SERVICE_DATA_DIR: app.dataDir,
    });
    try {
      const headers = { ...WEBHOOK_AUTHORIZED, 'Idempotency-Key': 'shared by two' };
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          [app, other][i % 2]!.call('POST', `/api/flows/${flow}/trigger`, undefined, headers),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      for (const { body } of answers) expect(body).toEqual(answers[0]!.body);
      expect(answers[0]!.body).toMatchObject({ status: 'success' });
      expect((await app.call('GET', '/api/runs')).body).toHaveLength(1);
    } finally {
      await other.close();
    }
  });

  it('never logs the secret', async () => {
    await app.call('POST', `/api/flows/${flow}/trigger`, undefined, WEBHOOK_AUTHORIZED);
    const lines = await app.readLogs();
    expect(lines.length).toBeGreaterThan(10);
    expect(JSON.stringify(lines)).not.toContain('s3cr');
  });
});
