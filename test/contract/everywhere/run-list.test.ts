import { useContractApp } from '../../support/contract-app.ts';
import { idOf, saveFlow } from '../../support/contract-cases.ts';
import { chain, input, node, output } from '../../support/contract-graphs.ts';

interface Listed {
  readonly id: string;
  readonly started_at: string;
}

const app = useContractApp();
let dataset: string;
let project: string;
let flow: string;
let schedule: string;
/** Runs of two flows by start: the second failed, the last is that of the schedule. */
let runs: readonly [string, string, string];

beforeAll(async () => {
  project = await idOf(app.call('POST', '/api/projects', { name: 'P' }));
  const upload = (query: string, name: string): Promise<string> =>
    idOf(app.upload(`/api/datasets/upload${query}`, name, 'id\n1\n'));
  dataset = await upload(`?project_id=${project}`, 'a.csv');
  const other = await upload('', 'b.csv');
  const inProject = { project_id: project };
  flow = await saveFlow(app, chain([input(dataset), output()]), inProject);
  const broken = chain([input(other), node('selectColumns', { columns: ['z'] }), output()]);
  const failing = await saveFlow(app, broken);
  schedule = await idOf(app.call('POST', `/api/flows/${flow}/schedules`, { cron: '@yearly' }));
  runs = [
    await idOf(app.call('POST', `/api/flows/${flow}/runs`)),
    await idOf(app.call('POST', `/api/flows/${failing}/runs`)),
    await idOf(app.call('POST', `/api/schedules/${schedule}/run-now`)),
  ];
});

async function list(query = ''): Promise<string[]> {
  const { status, body } = await app.call('GET', `/api/runs?${query}`);
  expect(status).toBe(200);
  return (body as Listed[]).map(({ id }) => id);
}

async function startOf(id: string): Promise<Date> {
  const { body } = await app.call('GET', `/api/runs/${id}`);
  return new Date((body as Listed).started_at);
}

describe('the list of runs', () => {
  it('filters by flow_id', async () => {
    expect(await list(`flow_id=${flow}`)).toEqual([runs[2], runs[0]]);
  });
  it('filters by project_id', async () => {
    expect(await list(`project_id=${project}`)).toEqual([runs[2], runs[0]]);
  });
  it('filters by dataset_id', async () => {
    expect(await list(`dataset_id=${dataset}`)).toEqual([runs[2], runs[0]]);
  });
  it('filters by schedule_id', async () => {
    expect(await list(`schedule_id=${schedule}`)).toEqual([runs[2]]);
  });
  it('filters by status', async () => {
    expect(await list('status=failed')).toEqual([runs[1]]);
    expect(await list('status=pending')).toEqual([]);
  });
  it('filters by started_after and started_before, as UTC or with an offset', async () => {
    const second = await startOf(runs[1]);
    const naive = second.toISOString().replace('Z', '');
    const later = new Date(second.getTime() + 2 * 3_600_000).toISOString().replace('Z', '');
    const offset = encodeURIComponent(`${later}+02:00`);
    for (const time of [naive, `${naive}Z`, offset]) {
      const after = await list(`started_after=${time}`);
      const before = await list(`started_before=${time}`);
      expect(after).toContain(runs[2]);
      expect(after).not.toContain(runs[0]);
      expect(before).toContain(runs[0]);
      expect(before).not.toContain(runs[2]);
    }
  });
  it('reads a date without a time as midnight', async () => {
    expect(await list('started_after=2020-01-01')).toHaveLength(3);
    expect(await list('started_before=2020-01-01')).toEqual([]);
  });
  it('sorts by created_at, started_at or status', async () => {
    expect(await list('sort_by=created_at')).toEqual([...runs].reverse());
    expect(await list('sort_by=started_at&sort_order=asc')).toEqual(runs);
    expect((await list('sort_by=status&sort_order=asc'))[0]).toBe(runs[1]);
  });
  it('sorts in ascending or descending order, by default descending', async () => {
    expect(await list('sort_order=asc')).toEqual(runs);
    expect(await list('sort_order=desc')).toEqual([...runs].reverse());
    expect(await list()).toEqual([...runs].reverse());
  });
  it('applies limit and reports the total', async () => {
    expect(await list('limit=1')).toEqual([runs[2]]);
    const { headers } = await app.call('GET', '/api/runs?limit=1');
    expect(headers.get('x-total-count')).toBe('3');
    expect(headers.get('link')).toContain('rel="next"');
  });
  it('applies offset', async () => {
    expect(await list('limit=1&offset=2')).toEqual([runs[0]]);
    expect(await list('offset=3')).toEqual([]);
  });
  it('ignores unknown parameters', async () => {
    expect(await list('page=7&zzz')).toHaveLength(3);
  });
  it.each([
    'sort_by=name',
    'sort_order=up',
    'started_after=yesterday',
    'started_before=',
    'limit=x',
    'offset=1.5',
  ])('answers 422 to %s', async (query) => {
    expect((await app.call('GET', `/api/runs?${query}`)).status).toBe(422);
  });

  it('contains items without logs and results', async () => {
    const { body } = await app.call('GET', '/api/runs?limit=1');
    expect(Object.keys((body as object[])[0] ?? {}).sort()).toEqual(
      (
        'created_at engine finished_at flow_id flow_name id input_dataset_id input_datasets ' +
        'local_time output_location project_id schedule_id started_at status time_zone trigger'
      ).split(' '),
    );
  });

  it('exists for a single schedule too', async () => {
    const { status, body } = await app.call('GET', `/api/schedules/${schedule}/runs`);
    expect({ status, body: body as unknown }).toMatchObject({
      status: 200,
      body: [{ id: runs[2] }],
    });
  });
});
