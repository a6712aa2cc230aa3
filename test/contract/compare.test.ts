import { startTestApp, type Answer, type TestApp } from '../support/app.ts';

let app: TestApp;
let dataset: string;

beforeAll(async () => {
  app = await startTestApp();
  dataset = await upload('id,price\n1,2\n2,3\n');
});

afterAll(() => app.close());

/** A new version of the dataset. */
async function upload(content: string): Promise<string> {
  const { body } = await app.upload('/api/datasets/upload', 'orders.csv', content);
  return (body as { id: string }).id;
}

interface Middle {
  readonly id?: string;
  readonly type: string;
  readonly config: object;
}

function graph(middle: readonly Middle[]): object {
  const nodes = [
    { id: 'in', type: 'fileInput', data: { config: { dataset_id: dataset } } },
    ...middle.map(({ id, type, config }) => ({ id: id ?? type, type, data: { config } })),
    { id: 'out', type: 'fileOutput' },
  ];
  const edges = nodes.slice(1).map(({ id }, at) => ({ source: nodes[at]!.id, target: id }));
  return { nodes, edges };
}

async function flow(...middle: Middle[]): Promise<string> {
  const made = await app.call('POST', '/api/flows', { name: 'f', graph_json: graph(middle) });
  return (made.body as { id: string }).id;
}

async function change(flowId: string, ...middle: Middle[]): Promise<void> {
  const { status } = await app.call('PUT', `/api/flows/${flowId}`, { graph_json: graph(middle) });
  expect(status).toBe(200);
}

async function run(flowId: string): Promise<string> {
  return ((await app.call('POST', `/api/flows/${flowId}/runs`)).body as { id: string }).id;
}

const compare = (after: string, before: string): Promise<Answer> =>
  app.call('GET', `/api/runs/${after}/compare/${before}`);

const TOP: Middle = { type: 'limitRows', config: { n: 10 } };

describe('two runs', () => {
  it('with the same results differ only in their durations', async () => {
    const id = await flow(TOP);
    const [before, after] = [await run(id), await run(id)];
    const { status, body } = await compare(after, before);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ same_flow: true, changed: false, nodes_added: [], nodes_removed: [] },
      run: { id: after, status: 'success', flow_id: id },
      other: { id: before, input_datasets: [{ dataset_id: dataset }] },
    });
    expect(body.duration_ms_delta).toBeCloseTo(body.run.duration_ms - body.other.duration_ms, 1);
    for (const node of body.nodes) {
      expect(node).toMatchObject({ changed: false, rows_delta: 0, types_changed: [] });
      expect(node.duration_ms_delta).toBeCloseTo(
        node.duration_ms_after - node.duration_ms_before,
        1,
      );
    }
  });

  it('on other data differ in rows, columns and types', async () => {
    const id = await flow(TOP);
    await upload('id,price\n1,2\n2,3\n');
    const before = await run(id);
    await upload('city,price,id\nOslo,2.5,1\n');
    const { body } = await compare(await run(id), before);
    expect(body.changed).toBe(true);
    expect(body.nodes.map((node: { node_id: string }) => node.node_id)).toEqual([
      ...['in', 'limitRows', 'out'],
    ]);
    expect(body.nodes[1]).toMatchObject({
      ...{ changed: true, config_changed: false, rows_before: 2, rows_after: 1, rows_delta: -1 },
      ...{ columns_added: ['city'], columns_removed: [], columns_reordered: true },
      types_changed: [{ column: 'price', before: 'integer', after: 'float' }],
    });
  });

  it('of a changed flow differ in nodes and configs, and the nodes by their ids', async () => {
    const id = await flow(TOP, { id: 'gone', type: 'dropNulls', config: {} });
    const before = await run(id);
    await change(
      id,
      { ...TOP, config: { n: 1 } },
      { id: 'new', type: 'sortRows', config: { columns: ['id'] } },
    );
    const { body } = await compare(await run(id), before);
    expect(body).toMatchObject({ changed: true, nodes_added: ['new'], nodes_removed: ['gone'] });
    const changed = body.nodes.map((node: Record<string, unknown>) => [
      ...[node.node_id, node.config_changed],
    ]);
    expect(changed).toEqual([
      ['in', false],
      ['limitRows', true],
      ['out', false],
    ]);
  });

  it('of which one failed differ in the status of the node at fault', async () => {
    const id = await flow({ type: 'castDtypes', config: { casts: { id: 'string' } } });
    const before = await run(id);
    await change(id, { type: 'castDtypes', config: { casts: { nope: 'string' } } });
    const { body } = await compare(await run(id), before);
    expect(body.run).toMatchObject({ status: 'failed' });
    expect(body.nodes[1]).toMatchObject({
      ...{ changed: true, status_before: 'success', status_after: 'failed' },
      ...{ rows_after: null, rows_delta: null, types_changed: null },
    });
  });

  it('of different flows can be compared', async () => {
    const [one, copy] = [await flow(TOP), await flow(TOP)];
    const { body } = await compare(await run(one), await run(copy));
    expect(body).toMatchObject({ same_flow: false, changed: false });
  });

  it('of which one has not ended have no nodes to compare', async () => {
    const id = await flow(TOP);
    const ended = await run(id);
    const waiting = await app.database.client.run.create({
      data: {
        ...{ id: 'waiting', flowId: id, status: 'pending', engine: 'polars' },
        ...{ trigger: 'manual', graphSnapshot: {} },
      },
    });
    const { body } = await compare(waiting.id, ended);
    expect(body).toMatchObject({
      ...{ nodes: null, changed: null, duration_ms_delta: null },
      run: { status: 'pending', duration_ms: null },
    });
  });

  it('must both be there', async () => {
    const known = await run(await flow(TOP));
    for (const answer of [await compare(known, 'nope'), await compare('nope', known)]) {
      expect(answer).toMatchObject({
        ...{ status: 404, body: { detail: "FlowRun 'nope' not found" } },
      });
    }
  });
});

it('a run tells the types of the columns of each node', async () => {
  const id = await run(await flow(TOP));
  const { node_results } = (await app.call('GET', `/api/runs/${id}`)).body as {
    node_results: { columns: string[]; column_types: string[] }[];
  };
  for (const { columns, column_types } of node_results) {
    expect(column_types).toHaveLength(columns.length);
  }
});
