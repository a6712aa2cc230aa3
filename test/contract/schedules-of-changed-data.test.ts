import { startTestApp, type TestApp } from '../support/app.ts';
import { SlotOutcomes } from '../support/slot-outcomes.ts';

let app: TestApp;
let dataset: string;
let flow: string;
let schedule: string;

const graph = (format: string): object => ({
  nodes: [
    { id: 'in', type: 'fileInput', data: { config: { dataset_id: dataset, format: 'csv' } } },
    { id: 'out', type: 'fileOutput', data: { config: { format } } },
  ],
  edges: [{ source: 'in', target: 'out' }],
  parameters: [{ name: 'at', type: 'string', default: '' }],
});

beforeAll(async () => {
  app = await startTestApp({ SERVICE_SCHEDULER_POLL_INTERVAL_SECONDS: '1' });
  dataset = (await app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n')).body.id as string;
  const made = await app.call('POST', '/api/flows', { name: 'Nightly', graph_json: graph('csv') });
  flow = String(made.body.id);
  const body = { cron: '@yearly', only_if_changed: true, time_parameter: 'at' };
  const answer = await app.call('POST', `/api/flows/${flow}/schedules`, body);
  expect(answer).toMatchObject({ status: 201, body: { only_if_changed: true } });
  schedule = String(answer.body.id);
});

afterAll(() => app.close());

it('a schedule with only_if_changed runs at its first slot, then only for new data or a changed flow', async () => {
  const slots = new SlotOutcomes(app, schedule);
  expect(await slots.next()).toBe('success');
  expect(await slots.next()).toBe('unchanged');

  await app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n');
  expect(await slots.next()).toBe('success');
  expect(await slots.next()).toBe('unchanged');

  await app.call('PUT', `/api/flows/${flow}`, { graph_json: graph('json') });
  expect(await slots.next()).toBe('success');
  expect(await slots.next()).toBe('unchanged');

  await app.call('PATCH', `/api/schedules/${schedule}`, { only_if_changed: false });
  expect(await slots.next()).toBe('success');
});
