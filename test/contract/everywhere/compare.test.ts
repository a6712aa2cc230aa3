import type { Answer } from '../../support/api-client.ts';
import { useContractApp } from '../../support/contract-app.ts';
import { idOf, saveFlow } from '../../support/contract-cases.ts';
import { chain, input, node, output, type GraphNode } from '../../support/contract-graphs.ts';
import { whileRunning } from '../../support/contract-runs.ts';

const app = useContractApp();
let dataset: string;

beforeAll(async () => {
  dataset = await upload('orders.csv', 'id,price\n1,2\n2,3\n');
});

/** A dataset, or a new version of it. */
const upload = (name: string, content: string): Promise<string> =>
  idOf(app.upload('/api/datasets/upload', name, content));

const flow = (...middle: readonly GraphNode[]): Promise<string> =>
  saveFlow(app, chain([input(dataset), ...middle, output()]));

async function change(id: string, ...middle: readonly GraphNode[]): Promise<void> {
  const graph = chain([input(dataset), ...middle, output()]);
  const { status } = await app.call('PUT', `/api/flows/${id}`, { graph_json: graph });
  expect(status).toBe(200);
}

const run = (flowId: string): Promise<string> =>
  idOf(app.call('POST', `/api/flows/${flowId}/runs`));

const compare = (after: string, before: string): Promise<Answer> =>
  app.call('GET', `/api/runs/${after}/compare/${before}`);

const TOP = node('limitRows', { n: 10 });

describe('two runs', () => {
  it.concurrent('differ only in their durations when their results are the same', async () => {
    const id = await flow(TOP);
    const [before, after] = [await run(id), await run(id)];
    const { status, body } = await compare(after, before);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      same_flow: true,
      changed: false,
      nodes_added: [],
      nodes_removed: [],
      run: { id: after, status: 'success', flow_id: id },
      other: { id: before, input_datasets: [{ dataset_id: dataset }] },
    });
    expect([body.after, body.before]).toEqual([body.run, body.other]);
    expect(body.duration_ms_delta).toBeCloseTo(body.run.duration_ms - body.other.duration_ms, 1);
    for (const node of body.nodes) {
      expect(node).toMatchObject({ changed: false, rows_delta: 0, types_changed: [] });
      expect(node.duration_ms_delta).toBeCloseTo(
        node.duration_ms_after - node.duration_ms_before,
        1,
      );
    }
  });

  it.concurrent('differ in rows, columns and types when they read other data', async () => {
    const changing = await upload('changing.csv', 'id,price\n1,2\n2,3\n');
    const id = await saveFlow(app, chain([input(changing), TOP, output()]));
    const before = await run(id);
    await upload('changing.csv', 'city,price,id\nOslo,2.5,1\n');
    const { body } = await compare(await run(id), before);
    expect(body.changed).toBe(true);
    expect(body.nodes.map((node: { node_id: string }) => node.node_id)).toEqual([
      ...['in', 'limitRows', 'out'],
    ]);
    expect(body.nodes[1]).toMatchObject({
      changed: true,
      config_changed: false,
      rows_before: 2,
      rows_after: 1,
      rows_delta: -1,
      columns_added: ['city'],
      columns_removed: [],
      columns_reordered: true,
      types_changed: [{ column: 'price', before: 'integer', after: 'float' }],
    });
  });

  it.concurrent(
    'differ in nodes and configs when the flow has changed, with nodes matched by id',
    async () => {
      const id = await flow(TOP, node('dropNulls', {}, 'gone'));
      const before = await run(id);
      await change(id, node('limitRows', { n: 1 }), node('sortRows', { columns: ['id'] }, 'new'));
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
    },
  );

  it.concurrent('differ in the status of the node that failed', async () => {
    const id = await flow(node('castDtypes', { casts: { id: 'string' } }));
    const before = await run(id);
    await change(id, node('castDtypes', { casts: { nope: 'string' } }));
    const { body } = await compare(await run(id), before);
    expect(body.run).toMatchObject({ status: 'failed' });
    expect(body.nodes[1]).toMatchObject({
      changed: true,
      status_before: 'success',
      status_after: 'failed',
      rows_after: null,
      rows_delta: null,
      types_changed: null,
    });
  });

  it.concurrent('can be of different flows', async () => {
    const [one, copy] = [await flow(TOP), await flow(TOP)];
    const { body } = await compare(await run(one), await run(copy));
    expect(body).toMatchObject({ same_flow: false, changed: false });
  });

  it.concurrent('have no nodes to compare while one of them is not finished', async () => {
    const ended = await run(await flow(TOP));
    const { body } = await whileRunning(app, (running) => compare(running, ended));
    expect(body).toMatchObject({
      nodes: null,
      changed: null,
      duration_ms_delta: null,
      run: { status: 'running', duration_ms: null },
    });
  });

  it.concurrent('must both exist', async () => {
    const known = await run(await flow(TOP));
    for (const answer of [await compare(known, 'nope'), await compare('nope', known)]) {
      expect(answer).toMatchObject({
        status: 404,
        body: { detail: "FlowRun 'nope' not found" },
      });
    }
  });
});

it('a run reports the column types of each node', async () => {
  const id = await run(await flow(TOP));
  const { node_results } = (await app.call('GET', `/api/runs/${id}`)).body as {
    node_results: { columns: string[]; column_types: string[] }[];
  };
  for (const { columns, column_types } of node_results) {
    expect(column_types).toHaveLength(columns.length);
  }
});
