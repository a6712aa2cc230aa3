import { idOf, saveFlow, testCases } from '../../support/contract-cases.ts';
import { useContractApp } from '../../support/contract-app.ts';
import { chain, input, node, output } from '../../support/contract-graphs.ts';

const app = useContractApp();

interface Run {
  readonly id: string;
  readonly status: string;
  readonly graph_snapshot: { readonly cache?: boolean };
  readonly node_results: readonly { readonly node_id: string; readonly cached: boolean }[];
}

let dataset: string;

beforeAll(async () => {
  const rows = Array.from({ length: 50 }, (_, index) => `${index},s${index % 3}\n`);
  const content = `amount,shop\n${rows.join('')}`;
  dataset = await idOf(app.upload('/api/datasets/upload', 'amounts.csv', content));
});

/** A flow that sorts, and whose check holds below a limit. Flows that sort by the same share results. */
function graph(limit: number, columns: readonly string[], more: object = {}): object {
  const nodes = [
    input(dataset),
    node('sortRows', { columns, ascending: false }, 'sorted'),
    node('assertValueRange', { column: 'amount', max: limit }, 'checked'),
    node('groupByAggregate', { group_by: ['shop'], aggregations: { amount: 'sum' } }, 'sums'),
    output(),
  ];
  return chain(nodes, more);
}

async function run(path: string, body?: object): Promise<Run> {
  const answer = await app.call('POST', path, body);
  expect(answer.status).toBe(201);
  return answer.body as Run;
}

function cached({ node_results: nodes }: Run): readonly string[] {
  return nodes.filter((each) => each.cached).map(({ node_id: id }) => id);
}

/** The results of the nodes without times. */
function reports({ node_results: nodes }: Run): readonly object[] {
  const times = { cached: null, duration_ms: null, total_ms: null, fused_with: null };
  return nodes.map((each) => ({ ...each, ...times }));
}

describe('a retry with resume', () => {
  it('continues a failed run with the cache below the nodes that succeeded', async () => {
    const flow = await saveFlow(app, graph(40, ['amount']));
    const failed = await run(`/api/flows/${flow}/runs`, { cache: true });
    expect(failed.status).toBe('failed');
    expect(cached(failed)).toEqual([]);
    const again = await run(`/api/runs/${failed.id}/retry?resume=true`);
    expect(again.status).toBe('failed');
    expect(cached(again)).toEqual(['in', 'sorted']);
    await app.call('PUT', `/api/flows/${flow}`, { graph_json: graph(100, ['amount']) });
    const mended = await run(`/api/runs/${failed.id}/retry?resume=true&graph=current`);
    expect(mended.status).toBe('success');
    expect(cached(mended)).toEqual(['in', 'sorted']);
    const plain = await run(`/api/flows/${flow}/runs`, { cache: false });
    expect(cached(plain)).toEqual([]);
    expect(reports(mended)).toEqual(reports(plain));
    const [one, other] = await Promise.all(
      [mended, plain].map(({ id }) => app.call('GET', `/api/runs/${id}/output`)),
    );
    expect(one?.body).toEqual(other?.body);
  });

  it('executes every node of a run that did not use the cache', async () => {
    const flow = await saveFlow(app, graph(40, ['shop']));
    const failed = await run(`/api/flows/${flow}/runs`);
    expect(failed.graph_snapshot.cache).toBeUndefined();
    const retried = await run(`/api/runs/${failed.id}/retry?resume=true`);
    expect(retried.graph_snapshot.cache).toBe(true);
    expect(cached(retried)).toEqual([]);
  });
});

describe('the cache of a run', () => {
  it('is that of the flow unless the request names another', async () => {
    const flow = await saveFlow(app, graph(40, ['shop', 'amount'], { cache: true }));
    const failed = await run(`/api/flows/${flow}/runs`);
    expect(failed.graph_snapshot.cache).toBe(true);
    expect(cached(await run(`/api/runs/${failed.id}/retry`))).toEqual(['in', 'sorted']);
    const without = await run(`/api/flows/${flow}/runs`, { cache: false });
    expect(without.graph_snapshot.cache).toBe(false);
    expect(cached(without)).toEqual([]);
  });
});

describe('requests with a cache that is no boolean', () => {
  testCases([
    [
      'of a flow',
      () =>
        app.call('POST', '/api/flows', { name: 'F', graph_json: graph(1, [], { cache: 'yes' }) }),
      400,
      { detail: '"cache" of the graph must be true or false.' },
    ],
    [
      'of a run',
      async () =>
        app.call('POST', `/api/flows/${await saveFlow(app, graph(1, ['amount']))}/runs`, {
          cache: 'yes',
        }),
      422,
    ],
    ['of a retry', () => app.call('POST', '/api/runs/none/retry?resume=maybe'), 422],
  ]);
});
