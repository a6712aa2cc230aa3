import type { Answer } from '../../support/api-client.ts';
import { useContractApp } from '../../support/contract-app.ts';
import { idOf, saveFlow } from '../../support/contract-cases.ts';
import { chain, input, node, output } from '../../support/contract-graphs.ts';

const app = useContractApp();
let dataset: string;

beforeAll(async () => {
  dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n3\n'));
});

/** Takes longer than a busy machine needs to accept four requests. */
const SLOW_SCRIPT = 'const end = Date.now() + 5_000; while (Date.now() < end); return rows';

/** A flow whose only parameter says how many rows it keeps. */
const newFlow = (): Promise<string> =>
  saveFlow(
    app,
    chain([input(dataset), node('limitRows', { n: '{{ n }}' }), output()], {
      parameters: [{ name: 'n', type: 'integer', default: 1 }],
    }),
    { name: 'Nightly' },
  );

const schedule = (flow: string, body: object = {}): Promise<string> =>
  idOf(app.call('POST', `/api/flows/${flow}/schedules`, { cron: '@yearly', ...body }));

const runNow = (id: string): Promise<Answer> => app.call('POST', `/api/schedules/${id}/run-now`);

describe('running a schedule now', () => {
  it.concurrent('returns the run and keeps the next time', async () => {
    const given = { parameters: { n: 2 }, engine: 'pandas', is_enabled: false };
    const id = await schedule(await newFlow(), given);
    const run = await runNow(id);
    expect(run.status).toBe(201);
    expect(run.body).toMatchObject({
      status: 'success',
      trigger: 'schedule',
      schedule_id: id,
      engine: 'pandas',
      parameters: { n: 2 },
    });
    const runId = (run.body as { id: string }).id;
    expect(run.headers.get('location')).toBe(`/api/runs/${runId}`);
    expect((await app.call('GET', `/api/schedules/${id}`)).body).toMatchObject({
      last_run_id: runId,
      last_status: 'success',
      last_fired_at: expect.any(String) as string,
      next_run_at: null,
      recent_runs: [{ id: runId, status: 'success' }],
    });
    const listed = await app.call('GET', `/api/schedules/${id}/runs?limit=1`);
    expect(listed.body).toMatchObject([{ id: runId, flow_name: 'Nightly' }]);
    expect(listed.headers.get('x-total-count')).toBe('1');
    expect((await app.call('DELETE', `/api/schedules/${id}`)).status).toBe(204);
    expect((await app.call('GET', `/api/runs/${runId}`)).body).toMatchObject({ schedule_id: id });
  });

  it.concurrent('returns 409 while another scheduled run of the flow is active', async () => {
    const slow = node('jsTransform', { script: SLOW_SCRIPT }, 'slow');
    const flow = await saveFlow(app, chain([input(dataset), slow, output()]));
    const [one, other] = [await schedule(flow), await schedule(flow)];
    const answers = await Promise.all([one, other, one, other].map(runNow));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
    // The first run has ended: its request was answered.
    expect((await runNow(one)).status).toBe(201);
  });
});
