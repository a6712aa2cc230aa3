import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { idOf, saveFlow } from '../support/contract-cases.ts';
import { chain, input, output } from '../support/contract-graphs.ts';
import { endOf, runThat } from '../support/contract-runs.ts';
import { signalRunners } from '../support/runner-processes.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';

let app: TestApp;
let flow: string;
const others: ServerProcess[] = [];

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
  for (const other of others) await other.kill();
  await app.close();
});

/** Settings of another server on the database and the data folder of `app`. */
const shared = (): Record<string, string> => ({
  SERVICE_DATABASE_URL: app.databaseUrl,
  SERVICE_DATA_DIR: app.dataDir,
  SERVICE_SCHEDULER_ENABLED: 'false',
  SERVICE_MAX_CONCURRENT_RUNS: '1',
});

/** Stops the runners of a server, and starts two runs: one is on a runner, the other waits. */
async function startTwo(
  api: Pick<ApiClient, 'call'>,
  pid?: number,
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

describe('a server that starts beside others', () => {
  it('keeps their runs, and fails those of a dead server', async () => {
    const lost = await startServerProcess(shared());
    others.push(lost);
    const ofLost = await startTwo(lost.api, lost.pid);
    const ofLiving = await startTwo(app);
    expect(await statuses([...ofLost, ...ofLiving])).toEqual([
      ...['running', 'pending', 'running', 'pending'],
    ]);

    const second = await startTestApp(shared());
    expect(await statuses([...ofLost, ...ofLiving])).toEqual([
      ...['running', 'pending', 'running', 'pending'],
    ]);
    await second.close();

    // Stops the server first, which would otherwise record the exit of its runner.
    lost.halt();
    await signalRunners('SIGKILL', lost.pid);
    await lost.kill();
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

/** Makes a process believe that it is an hour earlier. */
const HOUR_BEHIND = `--import=data:text/javascript,${encodeURIComponent(
  'const D=Date;globalThis.Date=class extends D{constructor(...p){p.length?super(...p):super(D.now()-36e5)}static now(){return D.now()-36e5}}',
)}`;

it('a server whose clock is an hour behind writes the times of its runs by the clock of the database', async () => {
  const behind = await startServerProcess({ ...shared(), NODE_OPTIONS: HOUR_BEHIND });
  others.push(behind);
  const { body } = await behind.api.call('POST', `/api/flows/${flow}/runs`);
  expect(body).toMatchObject({ status: 'success' });
  const times = [body.created_at, body.started_at, body.finished_at].map(timeOf);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(Math.min(...times)).toBeGreaterThan(Date.now() - 600_000);
  expect(timeOf(body.local_time)).toBeGreaterThan(Date.now() - 600_000);
  // A start that were an hour early would be raised to the creation: the run would have taken no time.
  expect(times[2]).toBeGreaterThan(times[0] ?? NaN);
});

const timeOf = (time: unknown): number => Date.parse(`${String(time).replace(/Z$/, '')}Z`);
