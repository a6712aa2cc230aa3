import { seedDemo } from '../../api/demo/seed-demo.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

it('the demo contains a scheduled flow that finds the data of yesterday', async () => {
  await seedDemo({ url: app.url, apiToken: null });
  const [schedule] = (await app.call('GET', '/api/schedules')).body as unknown as {
    id: string;
    flow_id: string;
  }[];
  expect(schedule).toMatchObject({ catch_up: true, state: 'active' });
  const run = await app.call('POST', `/api/schedules/${schedule?.id}/run-now`);
  expect(run.body).toMatchObject({ status: 'success', time_zone: 'America/Los_Angeles' });
  const results = run.body.node_results as { rows: number; sample: { yesterday: string }[] }[];
  const today = Date.parse(`${String(run.body.local_time).slice(0, 10)}T00:00:00Z`);
  const yesterday = new Date(today - 86_400_000).toISOString().slice(0, 19);
  expect(results.at(-1)?.rows).toBeGreaterThan(0);
  expect(results.at(-1)?.sample[0]).toMatchObject({ yesterday });
});
