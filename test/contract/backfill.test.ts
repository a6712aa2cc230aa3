import { startTestApp, type Answer, type TestApp } from '../support/app.ts';
import { until } from '../support/until.ts';

let app: TestApp;
let dataset: string;

beforeAll(async () => {
  app = await startTestApp();
  const uploaded = await app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n');
  dataset = (uploaded.body as { id: string }).id;
});

afterAll(() => app.close());

/** A flow whose output contains the day that it was given. */
async function flow(): Promise<string> {
  const config = { column_name: 'day', expression: '{{ day }}' };
  const graph_json = {
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id: dataset } } },
      { id: 'day', type: 'calculatedColumn', data: { config } },
      { id: 'out', type: 'fileOutput' },
    ],
    edges: [
      { source: 'in', target: 'day' },
      { source: 'day', target: 'out' },
    ],
    parameters: [
      { name: 'day', type: 'string', default: 'none' },
      { name: 'n', type: 'integer', default: 1 },
    ],
  };
  return String((await app.call('POST', '/api/flows', { name: 'Daily', graph_json })).body.id);
}

async function schedule(body: object = {}): Promise<string> {
  const made = await app.call('POST', `/api/flows/${await flow()}/schedules`, {
    cron: '0 7 * * *',
    timezone: 'Europe/Berlin',
    ...body,
  });
  expect(made.status).toBe(201);
  return String(made.body.id);
}

const backfill = (id: string, body: object): Promise<Answer> =>
  app.call('POST', `/api/schedules/${id}/backfill`, body);

/** Across the end of summer time. */
const RANGE = { from: '2026-10-24', to: '2026-10-27' };
const TIMES = ['2026-10-24T05:00:00Z', '2026-10-25T06:00:00Z', '2026-10-26T06:00:00Z'];

interface Slot {
  readonly scheduled_for: string;
  readonly status: string;
  readonly run_id: string | null;
  readonly is_new: boolean;
}

const times = (slots: readonly Slot[]): string[] => slots.map((slot) => slot.scheduled_for);

async function done(id: string): Promise<Slot[]> {
  return await until(async () => {
    const slots = (await app.call('GET', `/api/schedules/${id}/backfill`)).body as Slot[];
    const open = slots.some(({ status }) => ['waiting', 'pending', 'running'].includes(status));
    return open ? null : slots;
  });
}

describe('a backfill', () => {
  it('runs every scheduled time of the range in the zone of the schedule, and passes the time to the run', async () => {
    const id = await schedule();
    const answer = await backfill(id, { ...RANGE, time_parameter: 'day' });
    expect(answer).toMatchObject({
      status: 202,
      body: { schedule_id: id, dry_run: false, new_slots: 3 },
    });
    expect(times(answer.body.slots as Slot[])).toEqual(TIMES);
    const slots = await done(id);
    expect(times(slots)).toEqual(TIMES.toReversed());
    for (const { scheduled_for, run_id, status } of slots) {
      expect(status).toBe('success');
      const run = await app.call('GET', `/api/runs/${run_id}`);
      expect(run.body).toMatchObject({
        trigger: 'schedule',
        schedule_id: id,
        parameters: { day: scheduled_for, n: 1 },
      });
    }
    const runs = (await app.call('GET', `/api/schedules/${id}/runs`)).body as { id: string }[];
    expect(runs.map((run) => run.id)).toEqual(slots.map(({ run_id }) => run_id));
  });

  it('runs no scheduled time twice when backfills are repeated or overlap', async () => {
    const id = await schedule();
    await Promise.all([backfill(id, RANGE), backfill(id, RANGE)]);
    await done(id);
    const again = await backfill(id, { ...RANGE, to: '2026-10-28' });
    expect(again.body.new_slots).toBe(1);
    expect((again.body.slots as Slot[]).map(({ status, is_new }) => [status, is_new])).toEqual([
      ...Array<[string, boolean]>(3).fill(['success', false]),
      ['waiting', true],
    ]);
    await done(id);
    const runs = await app.call('GET', `/api/schedules/${id}/runs`);
    expect(runs.headers.get('x-total-count')).toBe('4');
  });

  it('only lists the times when dry_run is set', async () => {
    const id = await schedule();
    const answer = await backfill(id, { ...RANGE, dry_run: true });
    expect(answer).toMatchObject({ status: 200, body: { dry_run: true, new_slots: 3 } });
    expect((await app.call('GET', `/api/schedules/${id}/backfill`)).body).toEqual([]);
  });

  it('includes the start of the range and excludes its end', async () => {
    const id = await schedule({ cron: '@hourly', timezone: 'UTC' });
    const { body } = await backfill(id, {
      from: '2026-11-01T10:00:00+02:00',
      to: '2026-11-01T10:00:00',
      dry_run: true,
    });
    expect(times(body.slots as Slot[])).toEqual(['2026-11-01T08:00:00Z', '2026-11-01T09:00:00Z']);
  });

  it.each<[string, object, number, string]>([
    ['no range', {}, 422, ''],
    ['a text that is no date', { from: 'monday', to: '2026-10-27' }, 422, ''],
    ['more than the maximum', { ...RANGE, max: 1001 }, 422, ''],
    ['an empty range', { from: RANGE.to, to: RANGE.from }, 400, 'before'],
    ['the future', { ...RANGE, to: '2126-01-01' }, 400, 'future'],
    ['times before 1970', { ...RANGE, from: '1969-12-31' }, 400, '1970'],
    [
      'more times than max',
      { ...RANGE, max: 2 },
      400,
      'has 3 times of the schedule, and at most 2',
    ],
    ['a hundred times and one', { from: '2026-06-01', to: '2026-09-10' }, 400, '101 times'],
    ['an unknown parameter', { ...RANGE, time_parameter: 'dey' }, 400, 'dey'],
    ['a parameter that is no text', { ...RANGE, time_parameter: 'n' }, 400, 'must be text'],
  ])('rejects %s', async (_what, body, status, text) => {
    const id = await schedule();
    const answer = await backfill(id, body);
    expect(answer.status).toBe(status);
    if (text !== '') expect(answer.body.detail).toContain(text);
    expect((await app.call('GET', `/api/schedules/${id}/backfill`)).body).toEqual([]);
  });

  it.each(['GET', 'POST', 'DELETE'])(
    'answers %s of an unknown schedule with 404',
    async (method) => {
      const body = method === 'POST' ? RANGE : undefined;
      expect((await app.call(method, '/api/schedules/nope/backfill', body)).status).toBe(404);
    },
  );
});

describe('a waiting backfill run', () => {
  it('can be removed from the queue and requested again', async () => {
    const id = await schedule();
    const { flow_id } = (await app.call('GET', `/api/schedules/${id}`)).body;
    await app.call('PUT', `/api/flows/${flow_id}`, { is_disabled: true });
    await backfill(id, RANGE);
    const stopped = await app.call('DELETE', `/api/schedules/${id}/backfill`);
    expect(stopped).toMatchObject({ status: 200, body: { schedule_id: id, removed: 3 } });
    expect((await backfill(id, RANGE)).body.new_slots).toBe(3);
    await app.call('PUT', `/api/flows/${flow_id}`, { is_disabled: false });
    await backfill(id, { ...RANGE, to: '2026-10-28' });
    expect((await done(id)).map(({ status }) => status)).toEqual(Array(4).fill('success'));
  });

  it('is removed with its schedule', async () => {
    const id = await schedule({ is_enabled: false });
    await backfill(id, RANGE);
    expect((await app.call('DELETE', `/api/schedules/${id}`)).status).toBe(204);
  });
});
