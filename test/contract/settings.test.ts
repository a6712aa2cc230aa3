import { existsSync, readdirSync, type Dirent } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/until.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    SERVICE_DATASET_RETENTION_DAYS: '7',
    SERVICE_WEBHOOK_SECRET: 's3cret',
  });
});

afterAll(() => app.close());

/** DATASET_RETENTION_DAYS as the list shows it. */
async function retention(): Promise<object | undefined> {
  return ((await app.call('GET', '/api/settings')).body as object[])[4];
}

describe('settings', () => {
  it('lists every setting in the documented order', async () => {
    const { body } = await app.call('GET', '/api/settings');
    expect((body as { key: string }[]).map((setting) => setting.key)).toEqual([
      'DEFAULT_ENGINE',
      'EXECUTION_MODE',
      'RUN_TIMEOUT_SECONDS',
      'MAX_UPLOAD_SIZE_MB',
      'DATASET_RETENTION_DAYS',
      'SCHEDULER_POLL_INTERVAL_SECONDS',
      'SCHEDULER_MAX_CONCURRENT_RUNS',
      'SCHEDULER_MAX_CONSECUTIVE_FAILURES',
      'ML_MAX_MODEL_SIZE_MB',
      'ML_MAX_TRAINING_ROWS',
      'ML_MAX_FEATURE_COLUMNS',
      'RUN_RETENTION_DAYS',
      'RUN_RETENTION_PER_FLOW',
      'PREVIEW_TIMEOUT_SECONDS',
    ]);
  });

  it('prefers an override to the environment and that to the default, and accepts a second deletion', async () => {
    const path = '/api/settings/DATASET_RETENTION_DAYS';
    const before = await retention();
    expect(before).toMatchObject({ value: 7, source: 'env', env_value: 7, default_value: 30 });
    const put = await app.call('PUT', path, { value: 0 });
    expect(put).toMatchObject({
      status: 200,
      body: { value: 0, source: 'override', env_value: 7 },
    });
    expect(await retention()).toEqual(put.body);
    expect((await app.call('DELETE', path)).body).toEqual(before);
    expect(await app.call('DELETE', path)).toMatchObject({ status: 200, body: before });
  });

  it('applies a change immediately, also on another server', async () => {
    const other = await startTestApp({
      SERVICE_DATABASE_URL: app.databaseUrl,
      SERVICE_DATA_DIR: app.dataDir,
    });
    try {
      const engine = async (): Promise<string> =>
        ((await other.call('GET', '/api/settings')).body as { value: string }[])[0]!.value;
      expect(await engine()).toBe('polars');
      await app.call('PUT', '/api/settings/DEFAULT_ENGINE', { value: 'pandas' });
      expect(await engine()).toBe('pandas');
      await app.call('DELETE', '/api/settings/DEFAULT_ENGINE');
      expect(await engine()).toBe('polars');
    } finally {
      await other.close();
    }
  });

  it.each([
    ['RUN_TIMEOUT_SECONDS', '5', 400],
    ['RUN_TIMEOUT_SECONDS', -1, 400],
    ['RUN_TIMEOUT_SECONDS', 604_801, 400],
    ['MAX_UPLOAD_SIZE_MB', 0, 400],
    ['DEFAULT_ENGINE', 'spark', 400],
    ['DEFAULT_ENGINE', 1, 400],
    ['DEFAULT_ENGINE', 'pandas', 200],
    ['RUN_TIMEOUT_SECONDS', 1.5, 422],
    ['RUN_TIMEOUT_SECONDS', true, 422],
    ['RUN_TIMEOUT_SECONDS', null, 422],
    ['NOPE', 1, 404],
    ['run_timeout_seconds', 1, 404],
    ['API_TOKEN', 'x', 404],
  ])('PUT %s = %j gives %d', async (key, value, status) => {
    expect((await app.call('PUT', `/api/settings/${key}`, { value })).status).toBe(status);
  });

  it('has no route to read one setting, and answers 404 for the deletion of an unknown one', async () => {
    const read = await app.call('GET', '/api/settings/RUN_TIMEOUT_SECONDS');
    expect(read).toMatchObject({
      status: 404,
      body: { detail: expect.stringContaining('Not Found') as string },
    });
    expect((await app.call('PATCH', '/api/settings/RUN_TIMEOUT_SECONDS')).status).toBe(405);
    expect((await app.call('DELETE', '/api/settings/NOPE')).status).toBe(404);
  });

  it('reports whether the webhook is configured, never its secret', async () => {
    expect((await app.call('GET', '/api/settings/webhook')).body).toEqual({ configured: true });
  });

  it('purges deleted datasets in the background once their retention is over', async () => {
    const uploaded = await app.upload('/api/datasets/upload', 'old.csv', 'a\n1\n');
    const { id } = uploaded.body as { id: string };
    await app.call('DELETE', `/api/datasets/${id}`);
    const path = '/api/settings/DATASET_RETENTION_DAYS';
    const listed = async (): Promise<string[]> => {
      const { body } = await app.call('GET', '/api/datasets?include_deleted=true');
      return (body as { id: string }[]).map((dataset) => dataset.id);
    };
    await app.call('PUT', path, { value: 1 });
    expect(await listed()).toContain(id);
    await app.call('PUT', path, { value: 0 });
    await until(async () => !(await listed()).includes(id));
    const folder = join(app.dataDir, 'objects', 'datasets', id);
    const left = (): Dirent[] => readdirSync(folder, { recursive: true, withFileTypes: true });
    await until(() => !existsSync(folder) || left().every((entry) => entry.isDirectory()));
    await app.call('DELETE', path);
  });
});
