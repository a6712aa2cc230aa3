import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { startTestApp, type TestApp } from '../../../test/support/app.ts';
import { idOf, saveFlow } from '../../../test/support/contract-cases.ts';
import { chain, input, node, output } from '../../../test/support/contract-graphs.ts';
import { until } from '../../../test/support/until.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ SERVICE_SCHEDULER_ENABLED: 'false' });
});

afterAll(() => app.close());

/** The cache keys in the object store. */
async function entries(): Promise<readonly string[]> {
  return await readdir(path.join(app.dataDir, 'objects', 'cache')).catch(() => []);
}

it('removes the results that were derived of a dataset when the dataset is purged', async () => {
  const dataset = await idOf(app.upload('/api/datasets/upload', 'a.csv', 'n\n2\n1\n'));
  const sorted = node('sortRows', { columns: ['n'] }, 'sorted');
  const failing = node('assertRowCount', { max_rows: 1 }, 'failing');
  const flow = await saveFlow(app, chain([input(dataset), sorted, failing, output()]));
  await app.call('POST', `/api/flows/${flow}/runs`, { cache: false });
  expect(await entries()).toEqual([]);
  await app.call('POST', `/api/flows/${flow}/runs`, { cache: true });
  expect(await entries()).toHaveLength(1);
  expect((await app.call('DELETE', `/api/datasets/${dataset}`)).status).toBe(204);
  expect(await entries()).toHaveLength(1);
  expect((await app.call('DELETE', `/api/datasets/${dataset}?purge=true`)).status).toBe(204);
  await until(async () => (await entries()).length === 0);
});
