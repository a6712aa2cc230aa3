import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEMO_DATASETS, readDemoFlows } from '../../api/demo/demo-files.ts';
import { needsDemo } from '../../api/demo/demo-store.ts';
import { seedDemo } from '../../api/demo/seed-demo.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startHoldingProxy } from '../support/holding-proxy.ts';
import { until } from '../support/until.ts';

let app: TestApp;

beforeEach(async () => {
  app = await startTestApp();
});

afterEach(() => app.close());

async function names(route: string): Promise<string[]> {
  const { body } = await app.call('GET', route);
  return (body as unknown as { name: string }[]).map(({ name }) => name).toSorted();
}

/** Seeds until a POST to a path with this end, whose connection breaks before the service receives it. */
async function interruptSeed(suffix: string): Promise<void> {
  const proxy = await startHoldingProxy(app.url);
  proxy.hold('POST', suffix);
  const seeding = expect(seedDemo({ url: proxy.url, apiToken: null })).rejects.toThrow();
  await until(() => proxy.held > 0);
  proxy.release();
  await seeding;
  await proxy.close();
}

describe('the seed of the demo', () => {
  it('resumes after each interruption and creates nothing twice', async () => {
    for (const suffix of ['/projects', '/upload', '/flows', '/schedules']) {
      await interruptSeed(suffix);
      expect(await needsDemo(await app.openDatabase())).toBe(true);
    }
    expect(await seedDemo({ url: app.url, apiToken: null })).toMatchObject({ kind: 'seeded' });
    expect(await needsDemo(await app.openDatabase())).toBe(false);
    expect(await names('/api/datasets')).toEqual(DEMO_DATASETS.toSorted());
    const flows = readDemoFlows();
    expect(await names('/api/flows')).toEqual(flows.map(({ name }) => name).toSorted());
    const schedules = flows.flatMap((flow) => flow.schedules);
    expect((await app.call('GET', '/api/schedules')).body).toHaveLength(schedules.length);
  });

  it('creates a connection to a local folder that a client can use', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'millrace-storage-'));
    await writeFile(path.join(folder, 'a.csv'), 'id\n1\n');
    await seedDemo({ url: app.url, apiToken: null }, folder);
    const { body } = await app.call('GET', '/api/connections');
    expect(body).toMatchObject([{ name: 'Local Storage', provider: 'local', database: folder }]);
    const [{ id }] = body as unknown as [{ id: string }];
    expect(await app.call('GET', `/api/connections/${id}/objects`)).toMatchObject({
      status: 200,
      body: ['a.csv'],
    });
    await rm(folder, { recursive: true });
  });

  it('fills an existing empty project "Demo"', async () => {
    await app.call('POST', '/api/projects', { name: 'Demo' });
    expect(await seedDemo({ url: app.url, apiToken: null })).toMatchObject({ kind: 'seeded' });
  });

  it('skips a service from which the user deleted a flow of the demo', async () => {
    await seedDemo({ url: app.url, apiToken: null });
    const [flow] = (await app.call('GET', '/api/flows')).body as unknown as { id: string }[];
    await app.call('DELETE', `/api/flows/${flow?.id}`);
    expect(await seedDemo({ url: app.url, apiToken: null })).toMatchObject({ kind: 'skipped' });
  });
});
