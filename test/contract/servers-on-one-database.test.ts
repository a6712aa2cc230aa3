import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { apiClient, type ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { idOf, saveFlow } from '../support/contract-cases.ts';
import { chain, input, output } from '../support/contract-graphs.ts';
import { endOf, runThat } from '../support/contract-runs.ts';
import { signalRunners } from '../support/runner-processes.ts';

let app: TestApp;
let flow: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  app = await startTestApp({
    SERVICE_SCHEDULER_ENABLED: 'false',
    SERVICE_MAX_CONCURRENT_RUNS: '1',
  });
  const dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n'));
  flow = await saveFlow(app, chain([input(dataset), output()]));
});

afterAll(async () => {
  await signalRunners('SIGCONT');
  for (const child of children) child.kill('SIGKILL');
  await app.close();
});

/** The settings of another server on what `app` works on. */
const shared = (): Record<string, string> => ({
  SERVICE_DATABASE_URL: app.database.url,
  SERVICE_DATA_DIR: app.dataDir,
  SERVICE_SCHEDULER_ENABLED: 'false',
  SERVICE_MAX_CONCURRENT_RUNS: '1',
});

/** Another server, in a process that can be killed. */
async function startElsewhere(): Promise<{ child: ChildProcess; api: ApiClient }> {
  const child = spawn(process.execPath, ['cli/main.ts', 'serve'], {
    cwd: path.resolve(import.meta.dirname, '../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH,
      SERVICE_SEED_DEMO: 'false',
      SERVICE_LOG_FORMAT: 'json',
      SERVICE_PORT: '0',
      ...shared(),
    },
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const { msg, url } = JSON.parse(line) as { msg: string; url?: string };
    if (msg === 'ready' && url !== undefined) return { child, api: apiClient(url) };
  }
  throw new Error('The other server ended before it was ready');
}

/** Halts the runners of a server, and starts two runs on it: one is taken, the other waits. */
async function startTwo(
  api: Pick<ApiClient, 'call'>,
  pid = process.pid,
): Promise<readonly [running: string, waiting: string]> {
  const run = (): Promise<{ body: { id: string } }> =>
    api.call('POST', `/api/flows/${flow}/runs`, undefined, { Prefer: 'respond-async' });
  await api.call('POST', `/api/flows/${flow}/runs`);
  await signalRunners('SIGSTOP', pid);
  const { id: running } = (await run()).body;
  await runThat(app, running, ({ status }) => status === 'running');
  const { id: waiting } = (await run()).body;
  return [running, waiting];
}

const statuses = (ids: readonly string[]): Promise<unknown[]> =>
  Promise.all(
    ids.map(async (id) => (await app.call('GET', `/api/runs/${id}`)).body.status as unknown),
  );

describe('a server that starts where others are', () => {
  it('leaves their runs to them, and ends those of one that is gone', async () => {
    const lost = await startElsewhere();
    const ofLost = await startTwo(lost.api, lost.child.pid);
    const ofLiving = await startTwo(app);
    expect(await statuses([...ofLost, ...ofLiving])).toEqual([
      ...['running', 'pending', 'running', 'pending'],
    ]);

    const second = await startTestApp(shared());
    expect(await statuses([...ofLost, ...ofLiving])).toEqual([
      ...['running', 'pending', 'running', 'pending'],
    ]);
    await second.close();

    // A server that is not stopped first may see how its runner ended, and write that down.
    lost.child.kill('SIGSTOP');
    await signalRunners('SIGKILL', lost.child.pid);
    lost.child.kill('SIGKILL');
    await once(lost.child, 'exit');
    const third = await startTestApp(shared());
    try {
      expect((await app.call('GET', `/api/runs/${ofLost[0]}`)).body).toMatchObject({
        status: 'failed',
        error_message: 'Run interrupted by a server restart.',
        finished_at: expect.any(String) as string,
      });
      expect(await endOf(app, ofLost[1])).toMatchObject({ status: 'success' });
      expect(await statuses(ofLiving)).toEqual(['running', 'pending']);
      await signalRunners('SIGCONT');
      for (const id of ofLiving) expect((await endOf(app, id)).status).toBe('success');
    } finally {
      await third.close();
    }
  });
});
