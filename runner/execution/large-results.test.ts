import pl from '../engines/polars/pinned/library.ts';
import {
  openWorkspace,
  specOf,
  storeDataset,
  type TestWorkspace,
} from '../../test/support/flow-workspace.ts';
import type { Row } from '../domain/json.ts';
import { ENGINES, type Engine } from '../domain/engine.ts';
import type { RunSpec } from '../domain/run-spec.ts';
import type { RunResult } from '../domain/run-result.ts';
import { nodeOfType } from '../nodes/index.ts';
import { loadEngine } from '../engine-adapters/load-engine.ts';
import { executeFlow } from './execute-flow.ts';

const ORDERS = 90_000;
const SHOPS = 7;

let workspace: TestWorkspace;
beforeEach(async () => {
  workspace = await openWorkspace();
});
afterEach(async () => {
  await workspace.close();
});

/** A join too large to keep in memory, written to two outputs and, projected, to a third. */
async function joinLargeTables(engine: Engine): Promise<RunResult> {
  const orders = {
    id: 'orders',
    columns: [
      { name: 'order', type: 'integer' },
      { name: 'shop', type: 'integer' },
      { name: 'amount', type: 'float' },
    ],
    // The last shop is unknown: its orders have no match.
    rows: Array.from({ length: ORDERS }, (_, order): Row => {
      return { order, shop: order % (SHOPS + 1), amount: order / 4 };
    }),
  } as const;
  const shops = {
    id: 'shops',
    columns: [
      { name: 'shop', type: 'integer' },
      { name: 'city', type: 'string' },
    ],
    rows: Array.from({ length: SHOPS }, (_, shop): Row => ({ shop, city: `c${shop}` })),
  } as const;
  const spec = specOf({
    engine,
    nodes: {
      orders: ['fileInput', { dataset_id: 'orders' }],
      shops: ['fileInput', { dataset_id: 'shops' }],
      both: ['join', { on: 'shop', how: 'inner' }],
      few: ['dropColumns', { columns: ['shop', 'amount'] }],
      first: ['fileOutput', { format: 'parquet' }],
      second: ['fileOutput', { format: 'parquet', dataset_name: 'kept' }],
      text: ['fileOutput', { format: 'csv' }],
    },
    edges: 'orders>both.left shops>both.right both>few both>first both>second few>text',
    inputs: [
      await storeDataset(workspace, orders, 'orders'),
      await storeDataset(workspace, shops, 'shops'),
    ],
  });
  return await execute(spec);
}

async function execute(spec: RunSpec): Promise<RunResult> {
  return await executeFlow(
    { spec, attempt: 1 },
    {
      engine: await loadEngine(spec.engine),
      store: workspace.store,
      scratch: workspace.scratch,
      lookup: nodeOfType,
      clock: { now: () => new Date(0), elapsed: () => performance.now() },
      onProgress: () => undefined,
      onDefect: (error) => {
        throw error;
      },
    },
  );
}

it.each(ENGINES)(
  'writes a large join to several outputs, complete and in order (%s)',
  async (engine) => {
    const result = await joinLargeTables(engine);
    expect(result.errorMessage).toBeNull();
    const matched = (ORDERS / (SHOPS + 1)) * SHOPS;
    expect(result.nodeResults?.find((node) => node.node_id === 'both')).toMatchObject({
      rows: matched,
      columns: ['order', 'shop', 'amount', 'city'],
    });
    const keys = new Map(result.outputs.map((output) => [output.nodeId, output.key]));
    const read = async (key = ''): Promise<pl.DataFrame> =>
      pl.readParquet(await workspace.store.localFile(key, workspace.scratch));
    const first = await read(keys.get('first'));
    expect(first.height).toBe(matched);
    expect(first.row(7)).toEqual([8, 0, 2, 'c0']);
    const kept = result.outputs.find((output) => output.nodeId === 'second');
    expect(kept?.dataset?.facts.rowCount).toBe(matched);
    for (const key of [kept?.key, kept?.dataset?.dataKey]) {
      expect((await read(key)).frameEqual(first)).toBe(true);
    }
    const lines = (await workspace.store.getText(keys.get('text') ?? '')).split('\n');
    expect(lines.slice(0, 2)).toEqual(['order,city', '0,c0']);
    expect(lines).toHaveLength(matched + 2);
  },
);

it('does not collect the large join of two small frames in memory (polars)', async () => {
  const rows = Array.from({ length: 6000 }, (_, x): Row => ({ key: 1, x }));
  const columns = ['key', 'x'].map((name) => ({ name, type: 'integer' as const }));
  const table = { id: 'small', columns, rows };
  const spec = specOf({
    engine: 'polars',
    nodes: {
      left: ['fileInput', { dataset_id: 'small' }],
      right: ['fileInput', { dataset_id: 'small' }],
      all: ['join', { on: 'key', how: 'inner' }],
      last: ['groupByAggregate', { group_by: ['key'], aggregations: { x_x: 'count' } }],
      out: ['fileOutput', { format: 'csv' }],
    },
    edges: 'left>all.left right>all.right all>last last>out',
    inputs: [
      await storeDataset(workspace, table, 'left'),
      await storeDataset(workspace, table, 'right'),
    ],
  });
  const before = process.resourceUsage().maxRSS;
  const result = await execute(spec);
  const grownMiB = (process.resourceUsage().maxRSS - before) / 1024;
  expect(result.errorMessage).toBeNull();
  expect(result.nodeResults?.find((node) => node.node_id === 'all')?.rows).toBe(36_000_000);
  expect(grownMiB).toBeLessThan(400);
});
