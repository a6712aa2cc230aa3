import { runnerPids, signalRunners } from '../../../test/support/runner-processes.ts';
import { startTestService, type Answer, type TestService } from '../../../test/support/service.ts';
import type { RunRead, RunSummary } from './schemas.ts';

let service: TestService;
let orders: string;
let people: string;

beforeAll(async () => {
  service = await startTestService();
  orders = await upload('orders.csv', 'id,name,big\n1,d,9007199254740993\n2,a,1\n3,,\n4,b,2\n');
  people = await upload('people.csv', 'id\n7\n');
});

afterAll(async () => {
  await service.stop();
});

afterEach(async () => {
  await signalRunners('SIGCONT');
});

async function upload(name: string, content: string): Promise<string> {
  const form = new FormData();
  form.set('file', new Blob([content]), name);
  const answer = await service.call('POST', '/api/datasets/upload', form);
  if (answer.status !== 201) throw new Error(answer.text);
  return (answer.json as { id: string }).id;
}

interface Node {
  readonly id: string;
  readonly type: string;
  readonly data: { readonly label?: string; readonly config: object };
}

const input = (id: string, dataset: string, config: object = {}): Node => ({
  id,
  type: 'fileInput',
  data: { label: 'Orders', config: { dataset_id: dataset, format: 'csv', ...config } },
});
const limit = (n: unknown): Node => ({ id: 'top', type: 'limitRows', data: { config: { n } } });
const output = (config: object = {}): Node => ({
  id: 'out',
  type: 'fileOutput',
  data: { config: { format: 'csv', ...config } },
});

function chain(nodes: readonly Node[], extra: object = {}): object {
  const edges = nodes.slice(1).map((node, i) => ({ source: nodes[i]!.id, target: node.id }));
  return { nodes, edges, ...extra };
}

async function flowOf(graph: object, more: object = {}): Promise<string> {
  const answer = await service.call('POST', '/api/flows', {
    name: 'Flow',
    graph_json: graph,
    ...more,
  });
  if (answer.status !== 201) throw new Error(answer.text);
  return (answer.json as { id: string }).id;
}

const simple = (): Promise<string> => flowOf(chain([input('in', orders), limit(2), output()]));

async function run(
  flow: string,
  body?: unknown,
  headers?: Record<string, string>,
): Promise<Answer> {
  return await service.call('POST', `/api/flows/${flow}/runs`, body, headers);
}

async function ran(flow: string, body?: unknown): Promise<RunRead> {
  const answer = await run(flow, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json as RunRead;
}

/** Starts a run that a halted runner takes: it stays running. */
async function halted(body?: unknown): Promise<RunRead> {
  const flow = await simple();
  await ran(flow);
  await signalRunners('SIGSTOP');
  const { id } = (await run(flow, body, { Prefer: 'respond-async' })).json as RunRead;
  return await until(id, (now) => now.status === 'running');
}

async function get(id: string): Promise<RunRead> {
  return (await service.call('GET', `/api/runs/${id}`)).json as RunRead;
}

async function until(id: string, isSo: (run: RunRead) => boolean): Promise<RunRead> {
  const deadline = performance.now() + 10_000;
  for (;;) {
    const now = await get(id);
    if (isSo(now)) return now;
    if (performance.now() > deadline) throw new Error(`The run stays ${JSON.stringify(now)}`);
  }
}

/** Times of records are UTC, with or without the mark. */
function instant(time: string | null): number {
  return Date.parse(`${(time ?? '').replace('Z', '')}Z`);
}

const detail = (answer: Answer): unknown => (answer.json as { detail: unknown }).detail;

describe('a run', () => {
  it.each(['polars', 'pandas'])(
    'on %s answers 201 after its end, with every field',
    async (engine) => {
      const flow = await simple();
      const answer = await run(flow, { engine });
      expect(answer.status).toBe(201);
      const body = answer.json as RunRead;
      expect(body).toMatchObject({
        flow_id: flow,
        input_dataset_id: orders,
        input_datasets: [{ dataset_id: orders, version_number: 1, dataset_name: 'orders.csv' }],
        status: 'success',
        engine,
        trigger: 'manual',
        schedule_id: null,
        output_location: `${body.id}/out.csv`,
        error_message: null,
        parameters: null,
        drift: null,
      });
      expect(body.node_results).toMatchObject([
        {
          node_id: 'in',
          type: 'fileInput',
          label: 'Orders',
          status: 'success',
          rows: 4,
          error: null,
          chart: null,
        },
        { node_id: 'top', label: 'limitRows', rows: 2, columns: ['id', 'name', 'big'] },
        { node_id: 'out', rows: 2 },
      ]);
      expect(body.logs).toEqual(body.logs_json);
      expect(body.logs).toMatchObject([
        { level: 'info', duration_ms: expect.any(Number) as number },
        { level: 'info', versions: [{ dataset_id: orders, version_number: 1 }] },
      ]);
      expect(instant(body.finished_at)).toBeGreaterThanOrEqual(instant(body.started_at));
      expect(await get(body.id)).toEqual(body);
    },
  );

  it('keeps integers exact that a double cannot hold', async () => {
    const answer = await run(await simple());
    expect(answer.text).toContain('"big":9007199254740993');
    const { id } = answer.json as RunRead;
    const file = await service.call('GET', `/api/runs/${id}/output?node_id=out`);
    expect(file.text).toBe('id,name,big\n1,d,9007199254740993\n2,a,1\n');
  });

  it.each([undefined, 'null', '{}'])('takes the body %s', async (body) => {
    const answer = await run(await simple(), body, { 'Content-Type': 'application/json' });
    expect(answer.status).toBe(201);
  });

  it('takes the engine of the request, else of the flow, else of the settings', async () => {
    const flow = await flowOf(chain([input('in', orders), output()], { engine: 'pandas' }));
    expect((await ran(flow)).engine).toBe('pandas');
    expect((await ran(flow, { engine: 'polars' })).engine).toBe('polars');
    expect(
      (await ran(await flowOf(chain([input('in', orders), output()], { engine: null })))).engine,
    ).toBe('polars');
    expect(detail(await run(flow, { engine: 'spark' }))).toMatch(/spark.*pandas, polars/);
  });

  it('answers 202 at once when asked to, and goes on', async () => {
    const answer = await run(await simple(), {}, { Prefer: 'respond-async' });
    expect(answer.status).toBe(202);
    const { id, status, drift } = answer.json as RunRead;
    expect(answer.headers.get('location')).toBe(`/api/runs/${id}`);
    expect(['pending', 'running', 'success']).toContain(status);
    expect(drift).toBeNull();
    expect((await until(id, (now) => now.finished_at !== null)).status).toBe('success');
  });

  it('fails with the node named, and skips what depends on it', async () => {
    const pick: Node = {
      id: 'pick',
      type: 'selectColumns',
      data: { label: 'Pick', config: { columns: ['nam'] } },
    };
    const body = await ran(await flowOf(chain([input('in', orders), pick, output()])));
    expect(body).toMatchObject({
      status: 'failed',
      output_location: null,
      error_message: expect.stringMatching(/^Pick \(pick\): .*"nam".*"name"/) as string,
      node_results: [
        { status: 'success' },
        { status: 'failed' },
        { status: 'skipped', sample: [], rows: null },
      ],
    });
    expect(body.logs).toEqual([{ level: 'error', message: body.error_message }]);
  });

  it.each([
    ['an unknown dataset', { dataset_id: 'nope' }, /Dataset 'nope' not found/],
    ['an unknown version', { dataset_version: 99 }, /Dataset version '.*:99' not found/],
  ])('that reads %s exists, and has failed', async (_what, config, message) => {
    const body = await ran(await flowOf(chain([input('in', orders, config), output()])));
    expect(body).toMatchObject({ status: 'failed', node_results: null, input_datasets: null });
    expect(body.error_message).toMatch(message);
    expect(body.finished_at).not.toBeNull();
  });

  it('that reads a disabled or deleted dataset has failed', async () => {
    const gone = await upload('gone.csv', 'id\n1\n');
    const flow = await flowOf(chain([input('in', gone), output()]));
    await service.call('DELETE', `/api/datasets/${gone}`);
    await service.call('PUT', `/api/flows/${flow}`, { is_disabled: false });
    expect(await ran(flow)).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('"gone.csv" is disabled or deleted') as string,
    });
  });

  it('resolves parameters, and shows them in the graph', async () => {
    const parameters = [{ name: 'n', type: 'integer', default: 1 }];
    const flow = await flowOf(
      chain([input('in', orders), limit('{{ n }}'), output()], { parameters }),
    );
    const body = await ran(flow, { parameters: { n: '3' } });
    expect(body.parameters).toEqual({ n: 3 });
    expect(body.node_results?.[1]?.rows).toBe(3);
    expect(body.graph_snapshot).toMatchObject({
      nodes: [{}, { data: { config: { n: 3 } } }, {}],
      parameters,
    });
  });

  it('registers its output as a dataset, a new version each time', async () => {
    const flow = await flowOf(
      chain([input('in', orders), limit(2), output({ dataset_name: 'Top' })]),
    );
    const first = await ran(flow);
    expect(first.status).toBe('success');
    await ran(flow);
    const datasets = (await service.call('GET', '/api/datasets')).json as Record<string, unknown>[];
    const top = datasets.find(({ name }) => name === 'Top');
    expect(top).toMatchObject({ dataset_kind: 'output', source_type: 'csv', latest_version: 2 });
    const versions = (await service.call('GET', `/api/datasets/${String(top?.id)}/versions`)).json;
    expect(versions).toMatchObject([
      { version_number: 2 },
      { version_number: 1, source_run_id: first.id, row_count: 2 },
    ]);
    const file = await service.call('GET', `/api/datasets/${String(top?.id)}/versions/1/download`);
    expect(file.text).toBe('id,name,big\n1,d,9007199254740993\n2,a,1\n');
    expect(
      (await ran(await flowOf(chain([input('in', String(top?.id)), output()])))).node_results?.[0]
        ?.rows,
    ).toBe(2);
    const other = await flowOf(
      chain([input('in', orders), output({ dataset_name: 'TOP', format: 'json' })]),
    );
    const run = await ran(other);
    expect(run.status).toBe('success');
    expect(run.logs?.at(-1)).toMatchObject({
      level: 'warning',
      node_id: 'out',
      message: expect.stringContaining('TOP') as string,
    });
  });
});

describe('what is checked before a run, in this order', () => {
  it('refuses, and writes nothing', async () => {
    const before = (await service.call('GET', '/api/runs')).headers.get('x-total-count');
    const project = (await service.call('POST', '/api/projects', { name: 'Other' })).json as {
      id: string;
    };
    const graph = chain([input('in', orders), limit(2), output()], {
      parameters: [{ name: 'must' }],
    });
    const flow = await flowOf(graph);
    const elsewhere = await flowOf(graph, { project_id: project.id });
    const disabled = await flowOf(graph);
    await service.call('PUT', `/api/flows/${disabled}`, { is_disabled: true });
    const wrong = { engine: 'spark', parameters: { zz: 1 } };
    expect((await run('nope', { ...wrong, input_dataset_id: 'nope' })).status).toBe(404);
    expect(detail(await run(disabled, { ...wrong, input_dataset_id: 'nope' }))).toMatch(/disabled/);
    expect((await run(flow, { ...wrong, input_dataset_id: 'nope' })).status).toBe(404);
    expect(detail(await run(elsewhere, { ...wrong, input_dataset_id: orders }))).toMatch(
      /another project/,
    );
    expect(detail(await run(flow, wrong))).toMatch(/engine/);
    expect(detail(await run(flow, { parameters: { zz: 1 } }))).toMatch(/zz/);
    expect(detail(await run(flow))).toMatch(/"must" needs a value/);
    const after = (await service.call('GET', '/api/runs')).headers.get('x-total-count');
    expect(after).toBe(before);
  });

  it.each([
    ['an empty graph', { nodes: [], edges: [] }, /no nodes/],
    ['only an input', chain([input('in', 'x')]), /no output/],
    ['no dataset chosen', chain([input('in', ''), output()]), /dataset/],
    [
      'an unknown type',
      chain([input('in', 'x'), { ...limit(1), type: 'limitRow' }, output()]),
      /limitRow/,
    ],
    ['a wrong config', chain([input('in', 'x'), limit('many'), output()]), /limitRows \(top\)/],
  ])('refuses %s with 400', async (_what, graph, message) => {
    const answer = await run(await flowOf(graph));
    expect(answer.status).toBe(400);
    expect(detail(answer)).toMatch(message);
  });

  it('refuses a format that is not the dataset’s', async () => {
    const answer = await run(
      await flowOf(chain([input('in', orders, { format: 'json' }), output()])),
    );
    expect(answer.status).toBe(400);
    expect(detail(answer)).toMatch(
      /Orders \(in\): "format" is json, but the dataset "orders.csv" is csv/,
    );
  });

  it.each([
    [{ timeout_seconds: 1.5 }, ['body', 'timeout_seconds']],
    [{ timeout_seconds: -1 }, ['body', 'timeout_seconds']],
    [{ parameters: [1] }, ['body', 'parameters']],
    [{ engine: 5 }, ['body', 'engine']],
    [{ resources: { cpu: 5 } }, ['body', 'resources', 'cpu']],
  ])('refuses the shape %j with 422', async (body, loc) => {
    const answer = await run(await simple(), body);
    expect(answer.status).toBe(422);
    expect(detail(answer)).toMatchObject([{ loc }]);
  });

  it('takes cpu and memory from the request, else from the flow, and a retry takes them again', async () => {
    const graph = chain([input('in', orders), output()], {
      resources: { cpu: '2', memory: '1Gi' },
    });
    const { id } = await ran(await flowOf(graph), { resources: { memory: '3Gi' } });
    const again = await service.call('POST', `/api/runs/${id}/retry`);
    const { id: retried } = again.json as RunRead;
    const rows = await service.database.run.findMany({ where: { id: { in: [id, retried] } } });
    expect(rows.map(({ resources }) => resources)).toEqual(
      Array.from({ length: 2 }, () => ({ cpu: '2', memory: '3Gi' })),
    );
    expect(detail(await run(await simple(), { resources: { cpu: 'lots' } }))).toMatch(
      /"cpu" of the/,
    );
  });

  it('takes a timeout given as text', async () => {
    expect((await run(await simple(), { timeout_seconds: '60' })).status).toBe(201);
  });
});

describe('the list of runs', () => {
  async function listed(query: string): Promise<RunSummary[]> {
    return (await service.call('GET', `/api/runs?${query}`)).json as RunSummary[];
  }

  it('filters, sorts and pages', async () => {
    const flow = await simple();
    const both = await flowOf({
      nodes: [
        input('in', orders),
        { ...input('in2', people) },
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
    expect((await listed(`dataset_id=${people}`)).map(({ id }) => id)).toEqual([third.id]);
    expect((await listed(`flow_id=${flow}&limit=1&offset=1`)).map(({ id }) => id)).toEqual([
      first.id,
    ]);
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
    const page = await service.call('GET', `/api/runs?flow_id=${flow}&limit=1`);
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
    const answer = await service.call('GET', `/api/runs?${query}`);
    expect(answer.status).toBe(422);
    expect(detail(answer)).toMatchObject([{ loc: ['query', query.split('=')[0]] }]);
  });

  it('knows no other ids', async () => {
    for (const path of [
      '/api/runs/nope',
      '/api/runs/nope/logs/stream',
      '/api/runs/nope/output?node_id=a',
    ]) {
      const answer = await service.call('GET', path);
      expect(answer.status).toBe(404);
      expect(detail(answer)).toContain("FlowRun 'nope'");
    }
    expect((await service.call('POST', '/api/runs/nope/retry')).status).toBe(404);
    expect((await service.call('POST', '/api/runs/nope/cancel')).status).toBe(404);
  });
});

describe('the end of a run that does not end by itself', () => {
  it('is cancelled, and its process killed', async () => {
    const { id } = await halted();
    const pids = await runnerPids();
    const answer = await service.call('POST', `/api/runs/${id}/cancel`);
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual({ run_id: id, status: 'cancelling' });
    const run = await until(id, (now) => now.finished_at !== null);
    expect(run).toMatchObject({
      status: 'cancelled',
      error_message: 'The run was cancelled by the user.',
      output_location: null,
      logs: [{ level: 'info' }],
    });
    expect(run.node_results?.map(({ status }) => status)).toEqual([
      'skipped',
      'skipped',
      'skipped',
    ]);
    expect((await runnerPids()).filter((pid) => pids.includes(pid)).length).toBeLessThan(
      pids.length,
    );
  });

  it('comes with its timeout', async () => {
    const flow = await simple();
    await ran(flow);
    await signalRunners('SIGSTOP');
    expect(await ran(flow, { timeout_seconds: 1 })).toMatchObject({
      status: 'failed',
      node_results: null,
      error_message: expect.stringContaining('limit of 1 seconds') as string,
    });
  });

  it('comes with the death of its process, which is told', async () => {
    const { id } = await halted();
    await signalRunners('SIGKILL');
    expect(await until(id, (now) => now.finished_at !== null)).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining(
        'killed, most likely because the machine ran out of memory',
      ) as string,
    });
  });

  it('cannot be asked for when it is not running here', async () => {
    const ended = await ran(await simple());
    const refused = await service.call('POST', `/api/runs/${ended.id}/cancel`);
    expect(refused.status).toBe(400);
    expect(detail(refused)).toContain('success');
    for (const status of ['running', 'pending']) {
      await service.database.run.update({ where: { id: ended.id }, data: { status } });
      expect((await service.call('POST', `/api/runs/${ended.id}/cancel`)).status).toBe(400);
    }
    await service.database.run.update({ where: { id: ended.id }, data: { status: 'success' } });
  });
});

it('counts runs', async () => {
  const flow = await simple();
  const count = async (): Promise<number> => {
    const { text } = await service.call('GET', '/metrics');
    return Number(
      /^millrace_runs_ended_total\{engine="pandas",status="success"\} (\d+)$/m.exec(text)?.[1] ?? 0,
    );
  };
  const before = await count();
  await ran(flow, { engine: 'pandas' });
  expect(await count()).toBe(before + 1);
  const { id } = await halted();
  expect((await service.call('GET', '/metrics')).text).toContain(
    'millrace_runs_active{state="running"} 1',
  );
  await service.call('POST', `/api/runs/${id}/cancel`);
  await until(id, (now) => now.finished_at !== null);
});

describe('the log stream', () => {
  it('gives the entries of an ended run, then done', async () => {
    const run = await ran(await simple());
    const answer = await service.call('GET', `/api/runs/${run.id}/logs/stream`);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('x-accel-buffering')).toBe('no');
    const frames = answer.text.split('\n\n');
    expect(
      frames.slice(0, 2).map((frame) => JSON.parse(frame.replace('data: ', '')) as unknown),
    ).toEqual(run.logs);
    expect(frames.slice(2)).toEqual([
      `event: done\ndata: {"status":"success","run_id":"${run.id}"}`,
      '',
    ]);
  });

  it('keeps the connection alive until the run ends', async () => {
    const { id } = await halted();
    const response = await fetch(`${service.url}/api/runs/${id}/logs/stream`);
    let text = '';
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString();
      if (text === ': keepalive\n\n'.repeat(2))
        await service.call('POST', `/api/runs/${id}/cancel`);
    }
    expect(text).toMatch(
      /^(: keepalive\n\n){2,}data: \{"level":"info".*\n\nevent: done\ndata: \{"status":"cancelled".*\n\n$/,
    );
  });
});

describe('retry', () => {
  it('runs the stored graph with the stored parameters and engine', async () => {
    const parameters = [{ name: 'n', type: 'integer', default: 1 }];
    const flow = await flowOf(
      chain([input('in', orders), limit('{{ n }}'), output()], { parameters }),
    );
    const first = await ran(flow, { engine: 'pandas', parameters: { n: 3 } });
    await service.call('PUT', `/api/flows/${flow}`, {
      graph_json: chain([input('in', orders), { ...limit('{{ n }}'), id: 'other' }, output()], {
        parameters,
      }),
    });
    const again = await service.call('POST', `/api/runs/${first.id}/retry`);
    expect(again.status).toBe(201);
    const run = again.json as RunRead;
    expect(run.id).not.toBe(first.id);
    expect(run).toMatchObject({
      trigger: 'retry',
      engine: 'pandas',
      parameters: { n: 3 },
      status: 'success',
    });
    expect(run.node_results?.[1]).toMatchObject({ node_id: 'top', rows: 3 });
    const current = await service.call('POST', `/api/runs/${first.id}/retry?graph=current`);
    expect((current.json as RunRead).node_results?.[1]).toMatchObject({
      node_id: 'other',
      rows: 3,
    });
    await service.call('PUT', `/api/flows/${flow}`, { is_disabled: true });
    expect((await service.call('POST', `/api/runs/${first.id}/retry`)).status).toBe(400);
  });
});

describe('drift', () => {
  it('tells how the results differ from the run before', async () => {
    const parameters = [{ name: 'n', type: 'integer', default: 1 }];
    const flow = await flowOf(
      chain([input('in', orders), limit('{{ n }}'), output()], { parameters }),
    );
    const first = await ran(flow);
    const second = await ran(flow, { parameters: { n: 3 } });
    expect((await get(first.id)).drift).toBeNull();
    expect((await get(second.id)).drift).toMatchObject({
      previous_run_id: first.id,
      previous_run_created_at: first.created_at,
      nodes: [
        {
          node_id: 'top',
          rows_before: 1,
          rows_after: 3,
          rows_delta: 2,
          columns_added: [],
          columns_removed: [],
        },
        { node_id: 'out' },
      ],
      nodes_added: [],
      nodes_removed: [],
    });
    const third = await ran(flow, { parameters: { n: 3 } });
    expect((await get(third.id)).drift).toBeNull();
  });
});

describe('the download of an output', () => {
  it.each([
    ['json', '[{"id":1,"name":"d","big":9007199254740993}]'],
    ['tsv', 'id\tname\tbig\n1\td\t9007199254740993\n'],
    ['jsonl', '{"id":1,"name":"d","big":9007199254740993}\n'],
  ])('serves %s', async (format, content) => {
    const run = await ran(await flowOf(chain([input('in', orders), limit(1), output({ format })])));
    const file = await service.call('GET', `/api/runs/${run.id}/output?node_id=out`);
    expect(file.status).toBe(200);
    expect(file.text.trimEnd()).toBe(content.trimEnd());
    expect(file.headers.get('content-type')).toBe('application/octet-stream');
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="out.${format}"`);
    expect(file.headers.get('content-length')).toBe(String(Buffer.byteLength(file.text)));
  });

  it('refuses what is no output', async () => {
    const { id } = await ran(await simple());
    const statuses = [];
    for (const query of ['', '?node_id=../x', '?node_id=zz', '?node_id=in']) {
      statuses.push((await service.call('GET', `/api/runs/${id}/output${query}`)).status);
    }
    expect(statuses).toEqual([422, 400, 404, 404]);
  });
});

describe('a restart', () => {
  it('brings unfinished runs to a true end', async () => {
    const flow = await simple();
    const interrupted = await ran(flow);
    const notBegun = await ran(flow);
    const unprepared = await ran(flow);
    const { database } = service;
    for (const [{ id }, status] of [
      [interrupted, 'running'],
      [notBegun, 'pending'],
      [unprepared, 'pending'],
    ] as const) {
      await database.nodeResult.deleteMany({ where: { runId: id } });
      await database.runOutput.deleteMany({ where: { runId: id } });
      await database.run.update({
        where: { id },
        data: { status, attempt: 2, finishedAt: null },
      });
    }
    await database.run.update({
      where: { id: unprepared.id },
      data: { id: `${unprepared.id.slice(0, -1)}x` },
    });
    await service.restart();
    expect(await get(interrupted.id)).toMatchObject({
      status: 'failed',
      error_message: 'Run interrupted by a server restart.',
    });
    expect((await until(notBegun.id, (now) => now.finished_at !== null)).status).toBe('success');
    expect(await get(`${unprepared.id.slice(0, -1)}x`)).toMatchObject({
      status: 'failed',
      error_message: expect.stringContaining('Retry it') as string,
    });
  });

  it('ends a running run, in time', async () => {
    const { id } = await halted();
    const begin = performance.now();
    await service.restart();
    expect(performance.now() - begin).toBeLessThan(5000);
    expect(await get(id)).toMatchObject({
      status: 'failed',
      error_message: 'Run interrupted by a server restart.',
    });
  });
});
