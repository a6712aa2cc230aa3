import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readlink } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startTestApp, type TestApp } from '../app.ts';
import { requestSharedServer } from '../shared-servers.ts';
import { startTestService } from '../service.ts';
import { until } from '../until.ts';
import type { StartedService, StartRequest } from './protocol.ts';

const accepts = async (url: string): Promise<boolean> => {
  const answer = await fetch(url).catch(() => null);
  await answer?.text();
  return answer !== null;
};

async function using<T>(app: TestApp, use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } finally {
    await app.close();
  }
}

describe('a service in the host of a Jest worker', () => {
  it('has its own database and folder, which are removed with it', async () => {
    const [one, other] = await Promise.all([startTestApp(), startTestApp()]);
    const flows = async (app: TestApp): Promise<number> =>
      ((await app.call('GET', '/api/flows')).body as unknown[]).length;
    await one.call('POST', '/api/flows', { name: 'Only here' });
    expect([await flows(one), await flows(other)]).toEqual([1, 0]);
    await one.close();
    expect([existsSync(one.dataDir), existsSync(other.dataDir)]).toEqual([false, true]);
    await other.close();
    await expect(other.openDatabase().then((it) => it.flow.count())).rejects.toThrow();
  });

  it('keeps its data when it restarts', async () => {
    const service = await startTestService();
    await service.call('POST', '/api/flows', { name: 'Kept' });
    await service.restart();
    expect((await service.call('GET', '/api/flows')).json).toMatchObject([{ name: 'Kept' }]);
    await service.stop();
  });

  it('fails its test file with the reason when it does not start', async () => {
    await expect(startTestApp({ SERVICE_PORT: 'none' })).rejects.toThrow('SERVICE_PORT');
  });

  it.each(['first', 'next'])(
    'answers 500 when an answer differs from the OpenAPI document: the %s service',
    async () => {
      const app = await startTestApp();
      await using(app, async () => {
        const { body: project } = await app.call('POST', '/api/projects', { name: 'P' });
        const database = await app.openDatabase();
        await database.$executeRaw`ALTER TABLE datasets DROP CONSTRAINT datasets_source_type_check`;
        const id = randomUUID();
        const facts = { id, projectId: project.id as string, name: 'D', nameKey: 'd' };
        const kind = { datasetKind: 'input', sourceType: 'teapot' };
        await database.dataset.create({ data: { ...facts, ...kind } });
        expect(await app.call('GET', `/api/datasets/${id}`)).toMatchObject({ status: 500 });
      });
    },
  );

  it('has its answers checked against its OpenAPI document in the host', async () => {
    const app = await startTestApp();
    const check = async (status: number, body: unknown): Promise<string> => {
      const checked = app.checkAnswer?.('GET', '/api/flows?limit=1', { status, body });
      return await (checked ?? Promise.reject(new Error('nothing checks'))).then(
        () => 'documented',
        (error: unknown) => String(error),
      );
    };
    await using(app, async () => {
      expect(await check(200, [])).toBe('documented');
      expect(await check(200, [{ id: 5 }])).toContain('GET /api/flows?limit=1 200 differs: ');
      expect(await check(418, {})).toContain('the document has no JSON for 418');
    });
  });

  it('reads variables of its process that no later service has', async () => {
    const config = {
      name: 'R',
      provider: 'rest_api',
      host: 'http://127.0.0.1:1',
      password_env: 'env:HOST_TEST_KEY',
    };
    const answerOf = async (variables: Record<string, string>): Promise<string> => {
      const app = await startTestApp({}, { variables });
      return await using(app, async () =>
        JSON.stringify(await app.call('POST', '/api/connections/test-config', config)),
      );
    };
    expect(await answerOf({ HOST_TEST_KEY: 'k' })).not.toContain('is not set');
    expect(await answerOf({})).toContain('HOST_TEST_KEY is not set');
  });

  it('lets its runners share compiled code', async () => {
    const app = await startTestApp();
    const { NODE_COMPILE_CACHE: compiled = '' } = process.env;
    const shared = await readlink(path.join(app.dataDir, 'cache', 'code'));
    await app.close();
    expect(path.relative(shared, compiled)).toBe('');
  });

  it('is stopped with everything it has when the worker executes the next test file', async () => {
    const host = await requestSharedServer(`service-host/${process.env.JEST_WORKER_ID ?? '1'}`);
    const request: StartRequest = { owner: 'before', env: {}, variables: {}, keepsLogs: false };
    const body = JSON.stringify(request);
    const answer = await fetch(`${host}/services`, { method: 'POST', body });
    const left = (await answer.json()) as StartedService;
    expect(await accepts(`${left.url}/health`)).toBe(true);
    const app = await startTestApp();
    expect(await accepts(`${left.url}/health`)).toBe(false);
    expect(existsSync(left.dataDir)).toBe(false);
    await app.close();
  });
});

it('the host of services exits when the process of Jest is killed', async () => {
  const module = pathToFileURL(path.join(import.meta.dirname, 'start-service-host.ts')).href;
  const script = `
    import { startServiceHost } from '${module}';
    process.send((await startServiceHost()).address);
    setInterval(() => undefined, 1000);`;
  const jest = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [address] = (await once(jest, 'message')) as [string];
  expect(await accepts(address)).toBe(true);
  jest.kill('SIGKILL');
  await until(async () => !(await accepts(address)));
});
