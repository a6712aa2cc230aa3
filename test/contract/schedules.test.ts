import { startTestApp, type Answer, type Database, type TestApp } from '../support/app.ts';

let app: TestApp;
let database: Database;
let dataset: string;

beforeAll(async () => {
  app = await startTestApp({ SERVICE_SCHEDULER_ENABLED: 'false' });
  database = await app.openDatabase();
  const uploaded = await app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n3\n');
  dataset = (uploaded.body as { id: string }).id;
});

afterAll(() => app.close());

/** A flow whose only parameter says how many rows it keeps. */
async function flow(parameters: readonly object[] = []): Promise<string> {
  const n = parameters.length === 0 ? 2 : '{{ n }}';
  const graph_json = {
    nodes: [
      { id: 'in', type: 'fileInput', data: { config: { dataset_id: dataset, format: 'csv' } } },
      { id: 'top', type: 'limitRows', data: { config: { n } } },
      { id: 'out', type: 'fileOutput', data: { config: { format: 'csv' } } },
    ],
    edges: [
      { source: 'in', target: 'top' },
      { source: 'top', target: 'out' },
    ],
    parameters,
  };
  const { status, body } = await app.call('POST', '/api/flows', { name: 'Nightly', graph_json });
  expect(status).toBe(201);
  return (body as { id: string }).id;
}

const post = (flowId: string, body: object): Promise<Answer> =>
  app.call('POST', `/api/flows/${flowId}/schedules`, body);

const patch = (id: string, body: unknown): Promise<Answer> =>
  app.call('PATCH', `/api/schedules/${id}`, body);

async function schedule(body: object = {}, flowId?: string): Promise<Record<string, unknown>> {
  const answer = await post(flowId ?? (await flow()), { cron: '@yearly', ...body });
  expect(answer.status).toBe(201);
  return answer.body as Record<string, unknown>;
}

describe('a schedule', () => {
  it('computes its next time from both changes when two requests change time and zone concurrently', async () => {
    const { id } = await schedule({ cron: '0 1 1 1 *' });
    await Promise.all([
      patch(id as string, { cron: '0 2 1 1 *' }),
      patch(id as string, { timezone: 'Asia/Tokyo' }),
    ]);
    const { body } = await app.call('GET', `/api/schedules/${id as string}`);
    expect(body).toMatchObject({
      cron: '0 2 1 1 *',
      timezone: 'Asia/Tokyo',
      next_run_at: expect.stringMatching(/-12-31T17:00:00/) as string,
    });
  });

  it('is created with defaults and read back', async () => {
    const flowId = await flow();
    const made = await post(flowId, { cron: ' 0  0 1 1 * ', zzz: 1 });
    expect(made.status).toBe(201);
    const { warnings, ...created } = made.body as { id: string; warnings: unknown };
    expect(warnings).toMatchObject([{ field: 'zzz' }]);
    expect(created).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      flow_id: flowId,
      name: null,
      description: null,
      cron: ' 0  0 1 1 * ',
      timezone: 'UTC',
      engine: null,
      is_enabled: true,
      state: 'active',
      invalid_reason: null,
      catch_up: false,
      only_if_changed: false,
      max_retries: 0,
      retry_delay_seconds: 60,
      run_timeout_seconds: null,
      parameters: null,
      time_parameter: null,
      next_run_at: expect.stringMatching(/^\d{4}-01-01T00:00:00/) as string,
      last_fired_at: null,
      last_run_id: null,
      last_status: null,
      consecutive_failures: 0,
      retry_count: 0,
      disabled_reason: null,
      last_missed_slot: null,
      recent_runs: [],
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
    });
    expect((await app.call('GET', `/api/schedules/${created.id}`)).body).toEqual(created);
  });

  it.each([
    [{ timezone: 'Mars/Olympus' }, /"Mars\/Olympus" is unknown/],
    [{ cron: 'every day' }, /five fields/],
  ])(
    'with %j stored is shown as invalid with the reason, and can be corrected',
    async (held, why) => {
      const id = String((await schedule()).id);
      await database.schedule.update({ where: { id }, data: held });
      const read = async (): Promise<unknown> =>
        (await app.call('GET', `/api/schedules/${id}`)).body;
      const invalid_reason = expect.stringMatching(why) as string;
      expect(await read()).toMatchObject({ state: 'invalid', invalid_reason });
      expect((await app.call('GET', '/api/schedules')).status).toBe(200);
      await patch(id, { timezone: 'UTC', cron: '@yearly' });
      expect(await read()).toMatchObject({ state: 'active', invalid_reason: null });
    },
  );

  it('lists its missed slots with the reason, newest first', async () => {
    const id = String((await schedule()).id);
    const path = `/api/schedules/${id}/missed-slots`;
    expect(await app.call('GET', path)).toMatchObject({ status: 200, body: [] });
    const reason = 'no_scheduler';
    await database.missedSlot.createMany({
      data: ['2026-01-01', '2025-01-01'].map((day) => ({
        scheduleId: id,
        slot: new Date(day),
        reason,
      })),
    });
    const message = expect.stringContaining('No server polled') as string;
    const latest = { scheduled_for: '2026-01-01T00:00:00Z', reason, message };
    const { body, headers } = await app.call('GET', `${path}?limit=1`);
    expect(body).toEqual([{ ...latest, recorded_at: expect.any(String) as string }]);
    expect(headers.get('x-total-count')).toBe('2');
    const read = await app.call('GET', `/api/schedules/${id}`);
    expect(read.body).toMatchObject({ last_missed_slot: latest });
    expect((await app.call('GET', '/api/schedules/nope/missed-slots')).status).toBe(404);
  });

  it('keeps integers beyond 2^53 in its parameters', async () => {
    const flowId = await flow([{ name: 'n', type: 'integer' }]);
    const text = '{"cron":"@daily","parameters":{"n":9007199254740993}}';
    const made = await app.call('POST', `/api/flows/${flowId}/schedules`, text);
    expect(made.status).toBe(201);
    const { id } = made.body as { id: string };
    const raw = await (await fetch(`${app.url}/api/schedules/${id}`)).text();
    expect(raw).toContain('"n":9007199254740993');
  });

  it.each([
    ['six fields', { cron: '* * * * * *' }, /five fields/],
    ['30 February', { cron: '0 0 30 2 *' }, /never comes/],
    ['@reboot', { cron: '@reboot' }, /@daily/],
    ['a zone in lower case', { timezone: 'utc' }, /IANA/],
    ['an offset', { timezone: '+02:00' }, /IANA/],
    ['no zone', { timezone: '' }, /IANA/],
    ['an unknown engine', { engine: 'spark' }, /spark/],
    ['an unknown parameter', { parameters: { zz: 1 } }, /zz/],
  ])('rejects %s with 400, when created and when updated', async (_what, body, reason) => {
    const { id, flow_id: flowId } = await schedule();
    for (const answer of [
      await post(String(flowId), { cron: '@daily', ...body }),
      await patch(String(id), body),
    ]) {
      expect(answer.status).toBe(400);
      expect((answer.body as { detail: string }).detail).toMatch(reason);
    }
  });

  it.each([
    { cron: '' },
    { cron: null },
    { cron: 'x'.repeat(256) },
    { name: 'x'.repeat(256) },
    { timezone: null },
    { timezone: 'x'.repeat(65) },
    { is_enabled: null },
    { catch_up: null },
    { only_if_changed: null },
    { max_retries: 11 },
    { max_retries: -1 },
    { max_retries: null },
    { retry_delay_seconds: 0 },
    { retry_delay_seconds: 3_000_000_000 },
    { run_timeout_seconds: -1 },
    { parameters: [] },
    { engine: 5 },
  ])('rejects %j with 422, when created and when updated', async (body) => {
    const { id, flow_id: flowId } = await schedule();
    expect((await post(String(flowId), { cron: '@daily', ...body })).status).toBe(422);
    expect((await patch(String(id), body)).status).toBe(422);
  });

  it.each([
    { is_enabled: false },
    { is_enabled: true },
    { timezone: 'Europe/Berlin' },
    { cron: '@daily' },
    { catch_up: false },
  ])('drops its missed slots when it is updated with %j', async (body) => {
    const id = String((await schedule({ catch_up: true })).id);
    const missed = { scheduleId: id, slot: new Date('2026-01-01'), isMissed: true };
    const asked = { scheduleId: id, slot: new Date('2025-01-01') };
    await database.scheduleSlot.createMany({ data: [missed, asked] });
    const waiting = async (): Promise<unknown> =>
      ((await app.call('GET', `/api/schedules/${id}/backfill`)).body as object[]).length;
    await patch(id, { name: 'Yearly' });
    expect(await waiting()).toBe(2);
    await patch(id, body);
    expect(await waiting()).toBe(1);
  });

  it('requires values for parameters without a default', async () => {
    const flowId = await flow([{ name: 'n', type: 'integer' }]);
    const refused = await post(flowId, { cron: '@daily' });
    expect(refused.status).toBe(400);
    expect((refused.body as { detail: string }).detail).toMatch(/"n" needs a value/);
    expect((await post(flowId, { cron: '@daily', parameters: { n: '2' } })).status).toBe(201);
  });

  it('is paused while its flow is disabled', async () => {
    const flowId = await flow();
    await app.call('PUT', `/api/flows/${flowId}`, { is_disabled: true });
    const { id, state, is_enabled: isEnabled } = await schedule({}, flowId);
    expect({ state, isEnabled }).toEqual({ state: 'paused_by_flow', isEnabled: true });
    expect((await app.call('POST', `/api/schedules/${String(id)}/run-now`)).status).toBe(400);
  });

  it('changes only the fields of a PATCH, and null clears optional ones', async () => {
    const given = {
      name: 'N',
      description: 'D',
      engine: 'pandas',
      run_timeout_seconds: 5,
      parameters: { n: 1 },
    };
    const flowId = await flow([{ name: 'n', type: 'integer', default: 1 }]);
    const { id } = await schedule(given, flowId);
    const changed = await patch(String(id), { max_retries: 3 });
    expect(changed).toMatchObject({ status: 200, body: { ...given, max_retries: 3 } });
    const cleared = Object.fromEntries(Object.keys(given).map((key) => [key, null]));
    expect(await patch(String(id), cleared)).toMatchObject({ status: 200, body: cleared });
    expect((await patch(String(id), undefined)).status).toBe(422);
    expect((await app.call('PUT', `/api/schedules/${String(id)}`, {})).status).toBe(405);
  });

  it('has a next time while it is enabled, and resets its failures when it is enabled', async () => {
    const { id } = await schedule();
    const off = await patch(String(id), { is_enabled: false });
    expect(off.body).toMatchObject({ next_run_at: null, state: 'disabled' });
    const failures = { consecutiveFailures: 4, retryCount: 2, disabledReason: 'why' };
    await database.schedule.update({ where: { id: String(id) }, data: failures });
    const retimed = await patch(String(id), { cron: '0 12 1 7 *', timezone: 'Asia/Tokyo' });
    expect(retimed.body).toMatchObject({ next_run_at: null, consecutive_failures: 4 });
    const on = await patch(String(id), { is_enabled: true });
    expect(on.body).toMatchObject({
      next_run_at: expect.stringMatching(/^\d{4}-07-01T03:00:00/) as string,
      consecutive_failures: 0,
      retry_count: 0,
      disabled_reason: null,
    });
    const moved = await patch(String(id), { timezone: 'UTC' });
    expect(moved.body).toMatchObject({
      next_run_at: expect.stringMatching(/-07-01T12:00:00/) as string,
    });
  });

  it('is due at its new time, also when a retry was waiting', async () => {
    const { id } = await schedule();
    const failed = { consecutiveFailures: 1, retryCount: 1, fireSlot: new Date('2026-01-01') };
    await database.schedule.update({ where: { id: String(id) }, data: failed });
    expect((await patch(String(id), { timezone: 'Asia/Tokyo' })).body).toMatchObject({
      consecutive_failures: 1,
      retry_count: 0,
    });
  });

  it('is listed oldest first', async () => {
    const flowId = await flow();
    const ids = [await schedule({}, flowId), await schedule({}, flowId)].map(({ id }) => id);
    for (const path of [`/api/flows/${flowId}/schedules`, `/api/schedules?flow_id=${flowId}`]) {
      const { status, body, headers } = await app.call('GET', path);
      expect(status).toBe(200);
      expect((body as { id: string }[]).map(({ id }) => id)).toEqual(ids);
      expect(headers.get('x-total-count')).toBe('2');
    }
    const all = (await app.call('GET', '/api/schedules')).body as { id: string }[];
    expect(all.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    expect((await app.call('GET', '/api/schedules?flow_id=nope')).body).toEqual([]);
  });

  it('answers 404 for an unknown schedule or flow', async () => {
    expect((await app.call('GET', '/api/flows/nope/schedules')).status).toBe(404);
    expect((await post('nope', { cron: '@daily' })).status).toBe(404);
    for (const [method, path] of [
      ['GET', '/api/schedules/nope'],
      ['PATCH', '/api/schedules/nope'],
      ['DELETE', '/api/schedules/nope'],
      ['POST', '/api/schedules/nope/run-now'],
      ['GET', '/api/schedules/nope/runs'],
    ] as const) {
      const answer = await app.call(method, path, method === 'PATCH' ? {} : undefined);
      expect(answer.status).toBe(404);
      expect((answer.body as { detail: string }).detail).toBe("Schedule 'nope' not found");
    }
  });
});

describe('running a schedule now', () => {
  it('does not count failures', async () => {
    const flowId = await flow();
    const { id } = await schedule({}, flowId);
    await database.schedule.update({
      where: { id: String(id) },
      data: { consecutiveFailures: 1 },
    });
    const runNow = (): Promise<Answer> => app.call('POST', `/api/schedules/${String(id)}/run-now`);
    const read = async (): Promise<unknown> =>
      (await app.call('GET', `/api/schedules/${String(id)}`)).body;
    await database.dataset.update({ where: { id: dataset }, data: { isDisabled: true } });
    expect((await runNow()).body).toMatchObject({ status: 'failed' });
    expect(await read()).toMatchObject({ last_status: 'failed', consecutive_failures: 1 });
    await database.dataset.update({ where: { id: dataset }, data: { isDisabled: false } });
    expect((await runNow()).body).toMatchObject({ status: 'success' });
    expect(await read()).toMatchObject({ last_status: 'success', consecutive_failures: 0 });
  });

  it.each(['limit=0', 'limit=10001', 'offset=-1'])('lists no runs for %s', async (query) => {
    const { id } = await schedule();
    const answer = await app.call('GET', `/api/schedules/${String(id)}/runs?${query}`);
    expect(answer.status).toBe(422);
  });
});
