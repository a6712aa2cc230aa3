import { startTestApp, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

interface Schedule {
  readonly last_run_id: string | null;
  readonly last_status: string | null;
  readonly last_missed_slot: { readonly scheduled_for: string; readonly reason: string } | null;
}

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

async function read(): Promise<Schedule> {
  return (await app.call('GET', `/api/schedules/${schedule}`)).body;
}

let lastRun: string | null = null;
/** Each slot is another time: a schedule has one run for a slot. */
let lastSlot = Date.now() - 3_600_000;

/** Makes a slot come now. @returns `run` when it started a run that succeeded, else why it started none */
async function outcomeOfSlot(): Promise<string> {
  lastSlot += 60_000;
  const slot = new Date(lastSlot);
  slot.setMilliseconds(0);
  const where = { id: schedule };
  await app.database.client.schedule.update({ where, data: { nextRunAt: slot } });
  const slotText = slot.toISOString().replace('.000Z', 'Z');
  return await until(async () => {
    const { last_run_id: run, last_status: status, last_missed_slot: missed } = await read();
    // The schedule has its status when the run is over and its next time is set.
    if (run !== lastRun && status === 'success') {
      lastRun = run;
      return 'run';
    }
    return missed?.scheduled_for === slotText ? missed.reason : null;
  });
}

it('a schedule with only_if_changed runs at its first slot, then only for new data or a changed flow', async () => {
  expect(await outcomeOfSlot()).toBe('run');
  expect(await outcomeOfSlot()).toBe('unchanged');

  await app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n');
  expect(await outcomeOfSlot()).toBe('run');
  expect(await outcomeOfSlot()).toBe('unchanged');

  await app.call('PUT', `/api/flows/${flow}`, { graph_json: graph('json') });
  expect(await outcomeOfSlot()).toBe('run');
  expect(await outcomeOfSlot()).toBe('unchanged');

  await app.call('PATCH', `/api/schedules/${schedule}`, { only_if_changed: false });
  expect(await outcomeOfSlot()).toBe('run');
});
