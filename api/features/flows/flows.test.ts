import { startTestApp, type TestApp } from '../../../test/support/app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const GRAPH = {
  nodes: [
    { id: 'in', type: 'fileInput', position: { x: 0, y: 0 }, data: { config: {} } },
    { id: 'out', type: 'fileOutput', data: { label: 'Save', config: { format: 'csv' } } },
  ],
  edges: [{ id: 'e1', source: 'in', target: 'out' }],
  viewport: { zoom: 2 },
};

async function save(flow: object = {}): Promise<Record<string, unknown> & { id: string }> {
  const { status, body } = await app.call('POST', '/api/flows', { name: 'f', ...flow });
  expect({ status, body }).toMatchObject({ status: 201 });
  return body as Record<string, unknown> & { id: string };
}

describe('saving a flow', () => {
  it('keeps the graph as it was sent', async () => {
    const flow = await save({ name: '  Orders  ', description: 'daily', graph_json: GRAPH });
    expect(flow).toMatchObject({
      name: 'Orders',
      description: 'daily',
      graph_json: GRAPH,
      is_disabled: false,
      last_run_at: null,
    });
    expect(flow.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect((await app.call('GET', `/api/flows/${flow.id}`)).body).toEqual(flow);
  });

  it('keeps integers beyond 2^53 and the order of keys', async () => {
    const config = '{"zz":1,"a":9007199254740993,"b b":[12345678901234567890]}';
    const graph = `{"nodes":[{"id":"n","type":"t","data":{"config":${config}}}],"edges":[]}`;
    const saved = await fetch(`${app.url}/api/flows`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: `{"name":"big","graph_json":${graph}}`,
    });
    const text = await saved.text();
    expect(text).toContain(config);
    const { id } = JSON.parse(text) as { id: string };
    expect(await (await fetch(`${app.url}/api/flows/${id}`)).text()).toContain(config);
  });

  it('warns of a config beside the data of a node, which its runs ignore', async () => {
    const node = { id: 'in', type: 'csvInput', config: { dataset_id: 'd' }, data: {} };
    const graph_json = { nodes: [node], edges: [] };
    const { status, body } = await app.call('POST', '/api/flows', { name: 'F', graph_json });
    expect(status).toBe(201);
    expect(body.warnings).toMatchObject([
      {
        code: 'unknown_field',
        field: 'config',
        node_id: 'in',
        message: expect.stringContaining('belongs in "data"') as string,
      },
    ]);
    const validated = await app.call('POST', `/api/flows/${body.id}/validate`, {});
    expect(JSON.stringify(validated.body)).toContain('belongs in \\"data\\"');
  });

  it('accepts a name twice, and a flow without a graph', async () => {
    expect((await save({ name: 'twice' })).graph_json).toEqual({});
    expect((await save({ name: 'twice', graph_json: {} })).graph_json).toEqual({});
  });

  it.each<[string, object, number, string]>([
    ['no name', {}, 422, 'body.name missing'],
    ['a blank name', { name: ' ' }, 422, 'body.name string_too_short'],
    ['a name of 256', { name: 'x'.repeat(256) }, 422, 'body.name string_too_long'],
    ['a graph that is a list', { name: 'x', graph_json: [] }, 422, 'body.graph_json dict_type'],
    ['a graph that is null', { name: 'x', graph_json: null }, 422, 'body.graph_json dict_type'],
    ['an unknown project', { name: 'x', project_id: 'nope' }, 404, "Project 'nope' not found"],
    ['nodes that are a text', { name: 'x', graph_json: { nodes: 'abc' } }, 400, '"nodes"'],
    ['edges that are a number', { name: 'x', graph_json: { edges: 5 } }, 400, '"edges"'],
    ['nodes that are texts', { name: 'x', graph_json: { nodes: ['a'] } }, 400, 'Node number 1'],
    ['a node without id', { name: 'x', graph_json: { nodes: [{ type: 't' }] } }, 400, '"id"'],
    ['a node without type', { name: 'x', graph_json: { nodes: [{ id: 'n7' }] } }, 400, 'n7'],
    [
      'an edge without source',
      { name: 'x', graph_json: { edges: [{ target: 'a' }] } },
      400,
      'Edge',
    ],
    [
      'a config of the wrong shape',
      { name: 'x', graph_json: { nodes: [{ id: 'n8', type: 't', data: { config: [1] } }] } },
      400,
      'n8',
    ],
    [
      'a reserved parameter',
      { name: 'x', graph_json: { parameters: [{ name: 'pd' }] } },
      400,
      'reserved',
    ],
    ['a NUL', { name: 'x\0' }, 400, 'NUL'],
  ])('is rejected with %s', async (_what, flow, status, text) => {
    const answer = await app.call('POST', '/api/flows', flow);
    expect(answer.status).toBe(status);
    expect(errorText(answer.body.detail)).toContain(text);
  });

  it('into a disabled project disables it until the project is enabled', async () => {
    const { body: project } = await app.call('POST', '/api/projects', { name: 'off' });
    await app.call('PUT', `/api/projects/${project.id}`, { is_disabled: true });
    const flow = await save({ project_id: project.id });
    expect(flow.is_disabled).toBe(true);
    await app.call('PUT', `/api/projects/${project.id}`, { is_disabled: false });
    expect((await app.call('GET', `/api/flows/${flow.id}`)).body.is_disabled).toBe(false);
  });
});

/** The message of an error, or `location type` of its first issue. */
function errorText(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  const [issue] = detail as { loc: string[]; type: string }[];
  return `${issue!.loc.join('.')} ${issue!.type}`;
}

describe('changing a flow', () => {
  it('keeps what is absent, clears what is null, and renews updated_at', async () => {
    const flow = await save({ description: 'd', graph_json: GRAPH });
    const untouched = (await app.call('PUT', `/api/flows/${flow.id}`, {})).body;
    expect({ ...untouched, updated_at: null }).toEqual({ ...flow, updated_at: null });
    expect(untouched.updated_at > flow.updated_at!).toBe(true);
    const changed = await app.call('PUT', `/api/flows/${flow.id}`, {
      name: ' new ',
      description: null,
    });
    expect(changed.body).toMatchObject({ name: 'new', description: null, graph_json: GRAPH });
  });

  it.each([
    [{ name: null }, 422],
    [{ graph_json: null }, 422],
    [{ is_disabled: null }, 422],
    [{ project_id: 'nope' }, 404],
    [{ project_id: null }, 200],
    [{ graph_json: { nodes: [{ id: 1, type: 't' }] } }, 400],
  ])('%j answers %i', async (change, status) => {
    const { id } = await save();
    expect((await app.call('PUT', `/api/flows/${id}`, change)).status).toBe(status);
    expect((await app.call('GET', '/api/flows')).status).toBe(200);
  });

  it('by a move into a disabled project disables it', async () => {
    const { body: project } = await app.call('POST', '/api/projects', { name: 'off too' });
    await app.call('PUT', `/api/projects/${project.id}`, { is_disabled: true });
    const { id } = await save();
    const moved = await app.call('PUT', `/api/flows/${id}`, { project_id: project.id });
    expect(moved.body).toMatchObject({ project_id: project.id, is_disabled: true });
  });

  it('is not done by PATCH', async () => {
    const { id } = await save();
    expect((await app.call('PATCH', `/api/flows/${id}`, {})).status).toBe(405);
  });
});

describe('the list of flows', () => {
  it('has the last changed first, their number and last runs', async () => {
    const { body: project } = await app.call('POST', '/api/projects', { name: 'listed flows' });
    const [a, b] = [await save({ project_id: project.id }), await save({ project_id: project.id })];
    await app.call('PUT', `/api/flows/${a.id}`, {});
    await addRun(b.id, 'success');
    const listed = await app.call('GET', `/api/flows?project_id=${project.id}`);
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([a.id, b.id]);
    expect(listed.headers.get('x-total-count')).toBe('2');
    expect(listed.body[0].last_run_at).toBeNull();
    expect(listed.body[1].last_run_at).toEqual(expect.any(String));
    const { body } = await app.call('GET', `/api/flows/${b.id}`);
    expect(body.last_run_at).toBe(listed.body[1].last_run_at);
    expect((await app.call('GET', '/api/flows?project_id=nope')).body).toEqual([]);
  });
});

let runs = 0;
async function addRun(flowId: string, status: string): Promise<string> {
  const id = `flow-run-${++runs}`;
  const database = await app.openDatabase();
  await database.run.create({
    data: { id, flowId, status, engine: 'polars', trigger: 'manual', graphSnapshot: '{}' },
  });
  return id;
}

describe('deleting a flow', () => {
  it('removes its runs too', async () => {
    const { id } = await save();
    const run = await addRun(id, 'failed');
    expect((await app.call('DELETE', `/api/flows/${id}`)).status).toBe(204);
    expect((await app.call('GET', `/api/flows/${id}`)).status).toBe(404);
    expect((await app.call('GET', `/api/runs/${run}`)).status).toBe(404);
    expect((await app.call('DELETE', `/api/flows/${id}`)).status).toBe(404);
  });

  it('is refused while it runs', async () => {
    const { id } = await save();
    await addRun(id, 'running');
    expect((await app.call('DELETE', `/api/flows/${id}`)).status).toBe(409);
    expect((await app.call('GET', `/api/flows/${id}`)).status).toBe(200);
  });
});

describe('copying a flow', () => {
  it('counts the copies', async () => {
    const { id } = await save({ name: 'Sheep', graph_json: GRAPH });
    const copy = async (of: string, query = ''): Promise<Record<string, string>> =>
      (await app.call('POST', `/api/flows/${of}/duplicate${query}`)).body as Record<string, string>;
    const first = await copy(id);
    expect(first).toMatchObject({ name: 'Sheep (1)', graph_json: GRAPH, last_run_at: null });
    expect((await copy(first.id!)).name).toBe('Sheep (2)');
    expect((await copy(id, '?name=%20')).name).toBe('Sheep (3)');
    expect((await copy(id, '?name=%20Dolly%20')).name).toBe('Dolly');
  });

  it('rejects a name that is too long, and cuts a generated one', async () => {
    const { id } = await save({ name: 'x'.repeat(255) });
    const long = `/api/flows/${id}/duplicate?name=${'y'.repeat(256)}`;
    expect((await app.call('POST', long)).status).toBe(400);
    const { body } = await app.call('POST', `/api/flows/${id}/duplicate`);
    expect(body.name).toBe(`${'x'.repeat(251)} (1)`);
  });

  it('keeps it disabled', async () => {
    const { id } = await save();
    await app.call('PUT', `/api/flows/${id}`, { is_disabled: true });
    expect((await app.call('POST', `/api/flows/${id}/duplicate`)).body.is_disabled).toBe(true);
  });
});

it.each(['nope', '%2e%2e', 'a%2fb', '..%2f..%2fetc'])('an unknown flow %s is 404', async (id) => {
  expect((await app.call('GET', `/api/flows/${id}`)).status).toBe(404);
  expect((await app.call('PUT', `/api/flows/${id}`, {})).status).toBe(404);
  expect((await app.call('DELETE', `/api/flows/${id}`)).status).toBe(404);
  expect((await app.call('POST', `/api/flows/${id}/duplicate`)).status).toBe(404);
});
