import { signalRunners } from '../../../test/support/runner-processes.ts';
import { until } from '../../../test/support/until.ts';
import { startTestService, type Answer, type TestService } from '../../../test/support/service.ts';

let service: TestService;
let orders: string;

beforeAll(async () => {
  service = await startTestService();
  const form = new FormData();
  form.set('file', new Blob(['id,name\n1,d\n2,a\n3,\n']), 'orders.csv');
  orders = ((await service.call('POST', '/api/datasets/upload', form)).json as { id: string }).id;
});

afterAll(async () => {
  await service.stop();
});

const detail = (answer: Answer): unknown => (answer.json as { detail: unknown }).detail;

describe('the preview of a flow', () => {
  const input = {
    id: 'in',
    type: 'fileInput',
    data: { config: { dataset_id: '', format: 'csv' } },
  };
  const limit = { id: 'top', type: 'limitRows', data: { label: 'Top', config: { n: '{{ n }}' } } };
  const broken = {
    id: 'bad',
    type: 'selectColumns',
    data: { label: 'Bad', config: { columns: ['nam'] } },
  };

  async function flowOf(more: object = {}, config: object = {}): Promise<string> {
    const nodes = [
      { ...input, data: { config: { ...input.data.config, dataset_id: orders, ...config } } },
      limit,
      broken,
    ];
    const edges = [
      { source: 'in', target: 'top' },
      { source: 'top', target: 'bad' },
    ];
    const parameters = [{ name: 'n', type: 'integer', default: 2 }];
    const graph_json = { nodes, edges, parameters, ...more };
    const { json } = await service.call('POST', '/api/flows', { name: 'Flow', graph_json });
    return (json as { id: string }).id;
  }

  async function preview(flow: string, body?: unknown): Promise<Answer> {
    return await service.call('POST', `/api/flows/${flow}/preview`, body);
  }

  it.each(['polars', 'pandas'])(
    'shows a node on %s, whatever is wrong after it',
    async (engine) => {
      const answer = await preview(await flowOf({ engine }), {
        node_id: 'top',
        limit: 1,
        parameters: { n: 3 },
      });
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({
        columns: ['id', 'name'],
        rows: [{ id: 1, name: 'd' }],
        row_count: 3,
        truncated: true,
        profile: null,
      });
    },
  );

  it('profiles the columns on request', async () => {
    const answer = await preview(await flowOf(), { node_id: 'in', profile: true });
    expect(answer.json).toMatchObject({
      truncated: false,
      profile: [
        { name: 'id', dtype: 'integer', null_count: 0, total: 3 },
        { name: 'name', null_count: 1 },
      ],
    });
  });

  it('previews the last node by default, and names it in errors', async () => {
    const answer = await preview(await flowOf());
    expect(answer.status).toBe(400);
    expect(detail(answer)).toMatch(/Bad \(bad\): .*"nam".*"name"/);
  });

  it('answers 404 for what is not there', async () => {
    const flow = await flowOf();
    expect((await preview('nope')).status).toBe(404);
    expect(detail(await preview(flow, { node_id: 'zz' }))).toBe("Node 'zz' not found");
    const unknown = await flowOf({}, { dataset_id: 'nope' });
    expect(detail(await preview(unknown, { node_id: 'in' }))).toBe("Dataset 'nope' not found");
    const version = await flowOf({}, { dataset_version: 9 });
    expect(detail(await preview(version, { node_id: 'in' }))).toContain('Dataset version');
  });

  it('rejects a disabled flow, an unknown parameter and a limit out of range', async () => {
    const flow = await flowOf();
    expect((await preview(flow, { parameters: { zz: 1 } })).status).toBe(400);
    for (const limit of [0, 1001]) expect((await preview(flow, { limit })).status).toBe(422);
    await service.call('PUT', `/api/flows/${flow}`, { is_disabled: true });
    expect(detail(await preview(flow))).toMatch(/disabled/);
  });

  it('answers 400 with the reason when its runner is killed', async () => {
    const flow = await flowOf();
    await preview(flow, { node_id: 'in' });
    await signalRunners('SIGSTOP');
    let answer: Answer | null = null;
    const answering = preview(flow, { node_id: 'in' }).then((given) => (answer = given));
    await until(async () => {
      await signalRunners('SIGKILL');
      return answer;
    });
    const { status, json } = await answering;
    expect([status, json]).toEqual([
      400,
      { detail: expect.stringMatching(/^The runner process was killed, most likely because/) },
    ]);
    await until(async () => (await preview(flow, { node_id: 'in' })).status === 200);
  });

  it('answers 400 when it takes longer than the setting allows', async () => {
    const flow = await flowOf();
    const setting = '/api/settings/PREVIEW_TIMEOUT_SECONDS';
    await preview(flow, { node_id: 'in' });
    await service.call('PUT', setting, { value: 1 });
    await signalRunners('SIGSTOP');
    const answer = await preview(flow, { node_id: 'in' });
    expect([answer.status, detail(answer)]).toEqual([400, 'It took longer than 1 seconds.']);
    await service.call('DELETE', setting);
  });

  it('names the node whose script never ends', async () => {
    const nodes = [
      { ...input, data: { config: { ...input.data.config, dataset_id: orders } } },
      {
        id: 'calc',
        type: 'jsTransform',
        data: { label: 'Endless', config: { script: 'while (true);' } },
      },
    ];
    const flow = await flowOf({ nodes, edges: [{ source: 'in', target: 'calc' }] });
    const setting = '/api/settings/PREVIEW_TIMEOUT_SECONDS';
    await service.call('PUT', setting, { value: 1 });
    const answer = await preview(flow, { node_id: 'calc' });
    await service.call('DELETE', setting);
    expect([answer.status, detail(answer)]).toEqual([
      400,
      'It took longer than 1 seconds. It executes the script of "Endless" (calc): make it faster, or raise PREVIEW_TIMEOUT_SECONDS.',
    ]);
  });

  it('stops computing when the client disconnects', async () => {
    const flow = await flowOf();
    await preview(flow, { node_id: 'in' });
    await signalRunners('SIGSTOP');
    const gone = new AbortController();
    const request = fetch(`${service.url}/api/flows/${flow}/preview`, {
      method: 'POST',
      signal: gone.signal,
    });
    setImmediate(() => {
      gone.abort();
    });
    await expect(request).rejects.toThrow();
    await signalRunners('SIGCONT');
    expect((await preview(flow, { node_id: 'in' })).status).toBe(200);
  });
});

describe('the preview of a single node', () => {
  async function preview(body: object): Promise<Answer> {
    return await service.call('POST', '/api/transformations/preview', body);
  }

  it('accepts rows', async () => {
    const rows = [{ id: 1 }, { id: 2 }, { id: 3 }];
    const answer = await preview({ type: 'limitRows', config: { n: 2 }, rows });
    expect(answer.json).toMatchObject({
      columns: ['id'],
      rows: [{ id: 1 }, { id: 2 }],
      row_count: 2,
    });
  });

  it('carries the warnings of the node', async () => {
    const config = { columns: ['id'], mode: 'warn' };
    const rows = [{ id: 1 }, { id: null }];
    const { json } = await preview({ type: 'assertNotNull', config, rows });
    expect(json).toMatchObject({
      row_count: 2,
      warnings: [
        {
          code: 'node_warning',
          node_id: 'assertNotNull',
          message: expect.stringMatching(/^"id" must not be null: 1 of 2 rows violates this/),
        },
      ],
    });
  });

  it('accepts a dataset', async () => {
    const answer = await preview({
      type: 'selectColumns',
      config: { columns: ['name'] },
      dataset_id: orders,
    });
    expect(answer.json).toMatchObject({ columns: ['name'], row_count: 3 });
  });

  it('accepts rows for each input', async () => {
    const rows = { left: [{ id: 1, a: 'x' }], right: [{ id: 1, b: 'y' }] };
    const answer = await preview({ type: 'join', config: { on: ['id'], how: 'inner' }, rows });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      columns: ['id', 'a', 'b'],
      rows: [{ id: 1, a: 'x', b: 'y' }],
    });
    expect(
      (await preview({ type: 'join', config: { on: ['id'] }, rows: [{ id: 1 }] })).status,
    ).toBe(400);
  });

  it.each([
    ['an unknown type', { type: 'zzz', rows: [] }, 404, /Transformation 'zzz' not found/],
    ['an input node', { type: 'fileInput', rows: [] }, 404, /fileInput/],
    ['a wrong config', { type: 'limitRows', config: { n: 'x' }, rows: [{ a: 1 }] }, 400, /"n"/],
    [
      'a missing column',
      { type: 'selectColumns', config: { columns: ['zz'] }, rows: [{ a: 1 }] },
      400,
      /"zz"/,
    ],
    [
      'an unknown dataset',
      { type: 'limitRows', config: { n: 1 }, dataset_id: 'nope' },
      404,
      /'nope'/,
    ],
  ])('refuses %s', async (_what, body, status, message) => {
    const answer = await preview(body);
    expect(answer.status).toBe(status);
    expect(detail(answer)).toMatch(message);
  });

  it('needs rows or a dataset', async () => {
    const answer = await preview({ type: 'limitRows', config: { n: 1 } });
    expect(answer.status).toBe(422);
    expect(detail(answer)).toMatchObject([{ loc: ['body', 'dataset_id'], type: 'missing' }]);
  });
});
