import {
  chain,
  detail,
  input,
  instant,
  limit,
  output,
  useRunService,
} from '../../../test/support/run-service.ts';
import type { RunSummary } from './schemas.ts';

const runs = useRunService();
const { flowOf, simple, ran } = runs;

describe('the list of runs', () => {
  async function listed(query: string): Promise<RunSummary[]> {
    return (await runs.service.call('GET', `/api/runs?${query}`)).json as RunSummary[];
  }

  it('filters, sorts and pages', async () => {
    const flow = await simple();
    const both = await flowOf({
      nodes: [
        input('in', runs.orders),
        { ...input('in2', runs.people) },
        output(),
        { ...output(), id: 'out2' },
      ],
      edges: [
        { source: 'in', target: 'out' },
        { source: 'in2', target: 'out2' },
      ],
    });
    const first = await ran(flow);
    const second = await ran(flow);
    const third = await ran(both);
    expect((await listed(`flow_id=${flow}`)).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await listed(`flow_id=${flow}&sort_order=asc`)).map(({ id }) => id)).toEqual([
      first.id,
      second.id,
    ]);
    expect((await listed(`dataset_id=${runs.people}`)).map(({ id }) => id)).toEqual([third.id]);
    expect((await listed(`flow_id=${flow}&limit=1&offset=1`)).map(({ id }) => id)).toEqual([
      first.id,
    ]);
    for (const sort of ['created_at', 'started_at', 'status']) {
      const beyond = `limit=10000&offset=999999999999999&sort_by=${sort}`;
      expect(await listed(beyond)).toEqual([]);
      expect(await listed(`flow_id=${flow}&${beyond}`)).toEqual([]);
    }
    expect(await listed(`flow_id=${flow}&status=failed`)).toEqual([]);
    expect(await listed('flow_id=nope&project_id=nope')).toEqual([]);
    expect(await listed('schedule_id=nope')).toEqual([]);
    const after = new Date(instant(second.started_at)).toISOString();
    expect((await listed(`flow_id=${flow}&started_after=${after}`)).map(({ id }) => id)).toEqual([
      second.id,
    ]);
    expect(await listed('started_before=2020-01-01')).toEqual([]);
    const [item] = await listed(`flow_id=${flow}`);
    expect(item).toMatchObject({ flow_name: 'Flow', project_id: expect.any(String) as string });
    expect(item).not.toHaveProperty('logs');
    const page = await runs.service.call('GET', `/api/runs?flow_id=${flow}&limit=1`);
    expect(page.headers.get('x-total-count')).toBe('2');
  });

  it.each([
    'limit=0',
    'limit=10001',
    'offset=-1',
    'status=zzz',
    'sort_by=engine',
    'sort_order=up',
    'started_after=abc',
  ])('refuses %s with 422', async (query) => {
    const answer = await runs.service.call('GET', `/api/runs?${query}`);
    expect(answer.status).toBe(422);
    expect(detail(answer)).toMatchObject([{ loc: ['query', query.split('=')[0]] }]);
  });

  it('matches no run for an unknown id', async () => {
    for (const path of [
      '/api/runs/nope',
      '/api/runs/nope/logs/stream',
      '/api/runs/nope/output?node_id=a',
    ]) {
      const answer = await runs.service.call('GET', path);
      expect(answer.status).toBe(404);
      expect(detail(answer)).toContain("FlowRun 'nope'");
    }
    expect((await runs.service.call('POST', '/api/runs/nope/retry')).status).toBe(404);
    expect((await runs.service.call('POST', '/api/runs/nope/cancel')).status).toBe(404);
  });
});

describe('the download of an output', () => {
  it.each([
    ['json', 'application/json', '[{"id":1,"name":"d","big":9007199254740993}]'],
    ['tsv', 'text/tab-separated-values; charset=utf-8', 'id\tname\tbig\n1\td\t9007199254740993\n'],
    ['jsonl', 'application/x-ndjson', '{"id":1,"name":"d","big":9007199254740993}\n'],
  ])('serves %s as %s', async (format, type, content) => {
    const run = await ran(
      await flowOf(chain([input('in', runs.orders), limit(1), output({ format })])),
    );
    const file = await runs.service.call('GET', `/api/runs/${run.id}/output?node_id=out`);
    expect(file.status).toBe(200);
    expect(file.text.trimEnd()).toBe(content.trimEnd());
    expect(file.headers.get('content-type')).toBe(type);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="out.${format}"`);
    expect(file.headers.get('content-length')).toBe(String(Buffer.byteLength(file.text)));
  });

  it('rejects unknown and malformed outputs', async () => {
    const { id } = await ran(await simple());
    const statuses = [];
    for (const query of ['?node_id=', '?node_id=../x', '?node_id=zz', '?node_id=in']) {
      statuses.push((await runs.service.call('GET', `/api/runs/${id}/output${query}`)).status);
    }
    expect(statuses).toEqual([400, 400, 404, 404]);
  });
});
