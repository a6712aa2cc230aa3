import { startTestApp, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

interface Run {
  readonly parameters: unknown;
  readonly node_results: { node_id: string; sample: Record<string, unknown>[] }[];
}

let app: TestApp;
let flow: string;

beforeAll(async () => {
  app = await startTestApp();
  const uploaded = await app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n');
  const calculated = (id: string, expression: string): object => ({
    id,
    type: 'calculatedColumn',
    data: { config: { column_name: id, expression } },
  });
  const graph_json = {
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id: uploaded.body.id } } },
      calculated('time', 'cast(now() as string)'),
      calculated('day', 'today()'),
      { id: 'out', type: 'fileOutput' },
    ],
    edges: [
      { source: 'in', target: 'time' },
      { source: 'time', target: 'day' },
      { source: 'day', target: 'out' },
    ],
    parameters: [{ name: 'at', type: 'string', default: '' }],
  };
  flow = String((await app.call('POST', '/api/flows', { name: 'Daily', graph_json })).body.id);
});

afterAll(() => app.close());

async function read(id: string): Promise<Run> {
  return (await app.call('GET', `/api/runs/${id}`)).body;
}

function sampleOf({ node_results: results }: Run): unknown {
  return results.find(({ node_id: id }) => id === 'day')?.sample[0];
}

it('each run of a schedule has the time of its slot, and its retry has the same', async () => {
  const schedule = { cron: '0 6 * * *', timezone: 'America/New_York', time_parameter: 'at' };
  const made = await app.call('POST', `/api/flows/${flow}/schedules`, schedule);
  const id = String(made.body.id);
  const range = { from: '2026-03-07', to: '2026-03-10' };
  expect((await app.call('POST', `/api/schedules/${id}/backfill`, range)).status).toBe(202);
  const runIds = await until(async () => {
    const { body } = await app.call('GET', `/api/schedules/${id}/backfill`);
    const slots = body as unknown as { run_id: string; status: string }[];
    return slots.every(({ status }) => status === 'success') ? slots.map((it) => it.run_id) : null;
  });
  const runs = await Promise.all(runIds.toReversed().map(read));
  // The clocks go forward on the second day.
  expect(runs.map(({ parameters }) => parameters)).toEqual([
    { at: '2026-03-07T11:00:00Z' },
    { at: '2026-03-08T10:00:00Z' },
    { at: '2026-03-09T10:00:00Z' },
  ]);
  const days = ['2026-03-07', '2026-03-08', '2026-03-09'];
  expect(runs.map(sampleOf)).toEqual(
    days.map((day) => ({ id: 1, time: `${day} 06:00:00`, day: `${day}T00:00:00` })),
  );
  const retried = await read(
    String((await app.call('POST', `/api/runs/${runIds[2]}/retry`)).body.id),
  );
  expect(retried).toMatchObject({
    parameters: { at: '2026-03-07T11:00:00Z' },
    local_time: '2026-03-07T06:00:00',
    time_zone: 'America/New_York',
  });
  expect(sampleOf(retried)).toEqual(runs[0] && sampleOf(runs[0]));
});
