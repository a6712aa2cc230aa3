import { useContractApp } from '../../support/contract-app.ts';
import { idOf, saveFlow } from '../../support/contract-cases.ts';
import { chain, input, node, output } from '../../support/contract-graphs.ts';

const app = useContractApp();

interface Run {
  readonly id: string;
  readonly local_time: string;
  readonly time_zone: string;
  readonly node_results: { node_id: string; sample: Record<string, unknown>[] }[];
}

let dataset: string;

beforeAll(async () => {
  dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n'));
});

const CLOCK = { column_name: 'time', expression: 'cast(now() as string)' };
const DAY = { column_name: 'day', expression: 'today()' };

function newFlow(): Promise<string> {
  const nodes = [node('calculatedColumn', CLOCK, 'now'), node('calculatedColumn', DAY, 'day')];
  const parameters = [{ name: 'at', type: 'string', default: '' }];
  return saveFlow(app, chain([input(dataset), ...nodes, output()], { parameters }));
}

async function read(id: string): Promise<Run> {
  return (await app.call('GET', `/api/runs/${id}`)).body as Run;
}

function sampleOf({ node_results: results }: Run): unknown {
  return results.find(({ node_id: id }) => id === 'day')?.sample[0];
}

describe('the time of a run', () => {
  it('is in UTC for one that was asked for, and a retry has the same', async () => {
    const flow = await newFlow();
    const run = await read(await idOf(app.call('POST', `/api/flows/${flow}/runs`)));
    expect(run.time_zone).toBe('UTC');
    const time = run.local_time.replace('T', ' ');
    expect(sampleOf(run)).toMatchObject({ time, day: `${run.local_time.slice(0, 10)}T00:00:00` });
    const again = await read(await idOf(app.call('POST', `/api/runs/${run.id}/retry`)));
    expect(again.local_time).toBe(run.local_time);
    expect(sampleOf(again)).toEqual(sampleOf(run));
  });

  it('is that of the request in previews, and known to validation', async () => {
    const flow = await newFlow();
    const preview = await app.call('POST', `/api/flows/${flow}/preview`, { node_id: 'day' });
    const [row] = (preview.body as { rows: { time: string; day: string }[] }).rows;
    expect(row?.time.slice(0, 10)).toBe(row?.day.slice(0, 10));
    const given = { type: 'calculatedColumn', config: DAY, rows: [{ id: 1 }] };
    expect((await app.call('POST', '/api/transformations/preview', given)).status).toBe(200);
    const { body } = await app.call('POST', `/api/flows/${flow}/validate`);
    expect(body).toMatchObject({ valid: true, problems: [] });
  });
});

describe('the time parameter of a schedule', () => {
  it('is read, changed and cleared', async () => {
    const flow = await newFlow();
    const body = { cron: '@yearly', time_parameter: 'at' };
    const made = await app.call('POST', `/api/flows/${flow}/schedules`, body);
    expect(made.body).toMatchObject({ time_parameter: 'at' });
    const path = `/api/schedules/${(made.body as { id: string }).id}`;
    const run = await app.call('POST', `${path}/run-now`);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string;
    expect(run.body).toMatchObject({ parameters: { at } });
    const cleared = await app.call('PATCH', path, { time_parameter: null });
    expect(cleared.body).toMatchObject({ time_parameter: null });
    const refused = await app.call('PATCH', path, { time_parameter: 'et' });
    expect(refused).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/"at"/) as string },
    });
  });
});
