import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { startTestApp, type Database, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

let app: TestApp;
let database: Database;
let receiver: Server;
let dataset: string;
let flow: string;
const notifications: Record<string, unknown>[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      notifications.push(JSON.parse(body) as Record<string, unknown>);
      response.end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  app = await startTestApp({
    SERVICE_SCHEDULER_POLL_INTERVAL_SECONDS: '1',
    SERVICE_SCHEDULER_MAX_CONSECUTIVE_FAILURES: '1',
    SERVICE_NOTIFY_WEBHOOK_URL: `http://127.0.0.1:${port}/`,
  });
  database = await app.openDatabase();
  const uploaded = await app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n');
  dataset = (uploaded.body as { id: string }).id;
  const graph_json = {
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id: dataset, format: 'csv' } } },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ],
    edges: [{ source: 'in', target: 'out' }],
  };
  const made = await app.call('POST', '/api/flows', { name: 'Nightly', graph_json });
  flow = (made.body as { id: string }).id;
});

afterAll(async () => {
  await app.close();
  receiver.close();
});

interface Schedule {
  readonly id: string;
  readonly last_status: string | null;
  readonly [field: string]: unknown;
}

/** Creates a schedule that is due, and waits until the service has triggered it. */
async function triggeredSchedule(): Promise<Schedule> {
  const made = await app.call('POST', `/api/flows/${flow}/schedules`, { cron: '@yearly' });
  const { id } = made.body as Schedule;
  await database.schedule.update({ where: { id }, data: { nextRunAt: new Date() } });
  return await until(async () => {
    const schedule = (await app.call('GET', `/api/schedules/${id}`)).body as Schedule;
    return ['success', 'failed'].includes(schedule.last_status ?? '') ? schedule : null;
  });
}

describe('a due schedule', () => {
  it('triggers a run of its flow', async () => {
    const schedule = await triggeredSchedule();
    expect(schedule).toMatchObject({
      last_status: 'success',
      next_run_at: expect.stringMatching(/-01-01T00:00:00/) as string,
      recent_runs: [{ id: schedule.last_run_id, status: 'success' }],
    });
    const run = await app.call('GET', `/api/runs/${String(schedule.last_run_id)}`);
    expect(run.body).toMatchObject({ trigger: 'schedule', schedule_id: schedule.id });
  });

  it('is disabled when it fails too often, and notifies the webhook', async () => {
    await database.dataset.update({
      where: { id: dataset },
      data: { isDisabled: true },
    });
    const schedule = await triggeredSchedule();
    const reason = expect.stringContaining('1 failure.') as string;
    expect(schedule).toMatchObject({
      is_enabled: false,
      state: 'disabled',
      next_run_at: null,
      last_status: 'failed',
      disabled_reason: reason,
    });
    const event = await until(
      () => notifications.find((one) => one.event === 'schedule_auto_disabled') ?? null,
    );
    expect(event).toMatchObject({
      schedule_id: schedule.id,
      flow_id: flow,
      reason,
      consecutive_failures: 1,
      last_run_id: schedule.last_run_id,
    });
  });
});
