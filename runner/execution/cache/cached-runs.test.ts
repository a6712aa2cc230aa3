import { IN, OUT, TOTALS, useFlowExecution } from '../../../test/support/flow-execution.ts';
import type { TestFlow } from '../../../test/support/flow-workspace.ts';
import { ENGINES } from '../../domain/engine.ts';
import type { RunResult } from '../../domain/run-result.ts';

const flows = useFlowExecution();

/** A clock on which each node takes long enough to be stored. */
function slowClock(): () => number {
  let now = 0;
  return () => (now += 1_000);
}

const NODES = {
  in: IN,
  few: ['filterRows', { column: 'amount', operator: '>', value: 3 }],
  sorted: ['sortRows', { columns: ['shop', 'amount'], ascending: [true, false] }],
  shops: TOTALS,
  both: ['join', { on: 'shop', how: 'inner' }],
  checked: [
    'assertValueRange',
    { column: 'amount_x', min: 0, max: 5, inclusive: true, mode: 'warn' },
  ],
  pie: ['shopChart'],
  out: OUT,
  parquet: ['fileOutput', { format: 'parquet' }],
} as const;
const EDGES =
  'in>few few>sorted few>shops sorted>both.left shops>both.right both>checked checked>out both>parquet few>pie';
const NODES_OF_FLOW = Object.keys(NODES);

type Edit = Partial<TestFlow>;

async function run(rows: number, edit: Edit = {}): Promise<RunResult> {
  const inputs = edit.inputs ?? [await flows.dataset(rows)];
  const flow = { nodes: NODES as never, edges: EDGES, cache: true, ...edit, inputs };
  return await flows.execute(flow, { elapsed: slowClock() });
}

/** What the nodes report, without times. */
function reports(result: RunResult): readonly object[] {
  const times = { cached: null, duration_ms: null, total_ms: null, fused_with: null };
  return (result.nodeResults ?? []).map((node) => ({ ...node, ...times }));
}

function executed({ nodeResults }: RunResult): readonly string[] {
  return (nodeResults ?? [])
    .filter(({ cached, status }) => cached !== true && status !== 'skipped')
    .map((node) => node.node_id);
}

async function contents({ outputs }: RunResult): Promise<readonly string[]> {
  const { store } = flows.workspace;
  return await Promise.all(
    outputs.map(async ({ key }) => {
      const { body } = await store.get(key);
      return Buffer.concat(await body.toArray()).toString('base64');
    }),
  );
}

async function cacheKeys(): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of flows.workspace.store.list('cache/')) keys.push(key);
  return keys;
}

describe.each(ENGINES)('the cache on %s', (engine) => {
  it.each([40, 110_000])(
    'gives a second run the reports and files of the first (%d rows)',
    async (rows) => {
      const plain = await run(rows, { engine, cache: false });
      expect(plain.errorMessage).toBeNull();
      expect(await cacheKeys()).toEqual([]);
      const first = await run(rows, { engine });
      expect(executed(first).toSorted()).toEqual(NODES_OF_FLOW.toSorted());
      const second = await run(rows, { engine });
      expect(executed(second)).toEqual(['parquet', 'out']);
      expect(reports(first)).toEqual(reports(plain));
      expect(reports(second)).toEqual(reports(plain));
      expect(second.logs).toEqual(
        expect.arrayContaining(plain.logs.filter(({ node_id }) => node_id)),
      );
      const files = await contents(plain);
      expect(await contents(first)).toEqual(files);
      expect(await contents(second)).toEqual(files);
      expect(flows.defects).toEqual([]);
    },
  );
});

describe('a changed node', () => {
  const small = (edit: Edit): Promise<RunResult> => run(40, edit);
  const changed = (change: object): Edit => ({ nodes: { ...NODES, ...change } });

  beforeEach(async () => {
    await small({});
  });

  it.each<[string, object, readonly string[]]>([
    [
      'its config',
      { sorted: ['sortRows', { columns: ['amount'], ascending: true }] },
      ['sorted', 'both', 'checked', 'parquet', 'out'],
    ],
    [
      'the config of a node above',
      { few: ['filterRows', { column: 'amount', operator: '>', value: 4 }] },
      ['in', 'few', 'sorted', 'shops', 'pie', 'both', 'checked', 'parquet', 'out'],
    ],
    [
      'a node below the others',
      { checked: ['sortRows', { columns: ['shop'] }] },
      ['checked', 'parquet', 'out'],
    ],
  ])(
    'is executed with its descendants only, after a change of %s',
    async (_what, change, nodes) => {
      const result = await small(changed(change));
      expect(result.errorMessage).toBeNull();
      expect(executed(result).toSorted()).toEqual(nodes.toSorted());
      expect(reports(result)).toEqual(reports(await small({ ...changed(change), cache: false })));
    },
  );

  it('is executed after a new version of its dataset and on another engine', async () => {
    const input = await flows.dataset(40);
    const all = NODES_OF_FLOW.toSorted();
    const version = await flows.dataset(41);
    expect(executed(await small({ inputs: [version] })).toSorted()).toEqual(all);
    expect(executed(await small({ engine: 'pandas' })).toSorted()).toEqual(all);
    expect(executed(await small({ inputs: [input] }))).toEqual(['parquet', 'out']);
  });

  it('is restored under another name, with the labels of the flow that runs', async () => {
    const { few, ...rest } = NODES;
    const edges = EDGES.replaceAll('few', 'renamed');
    const result = await small({ nodes: { ...rest, renamed: few }, edges });
    expect(executed(result)).toEqual(['parquet', 'out']);
    const renamed = result.nodeResults?.find(({ node_id }) => node_id === 'renamed');
    expect(renamed).toMatchObject({ label: 'RENAMED', cached: true, rows: 27 });
  });
});

describe('a parameter', () => {
  it('makes another entry for each value', async () => {
    const nodes = {
      in: IN,
      few: ['limitRows', { n: '{{ n }}' }],
      sorted: ['sortRows', { columns: ['amount'] }],
      out: OUT,
    };
    const edges = 'in>few few>sorted sorted>out';
    const at = (n: number): Promise<RunResult> =>
      run(9, { nodes: nodes as never, edges, parameters: { n } });
    await at(3);
    expect(executed(await at(4))).toEqual(['in', 'few', 'sorted', 'out']);
    const again = await at(3);
    expect(executed(again)).toEqual(['out']);
    expect(again.nodeResults?.map(({ rows }) => rows)).toEqual([9, 3, 3, 3]);
  });
});

describe('nodes that are not cached', () => {
  it('are scripts and what follows them', async () => {
    const nodes = {
      in: IN,
      few: ['limitRows', { n: 3 }],
      script: ['jsTransform', { script: 'return rows' }],
      sorted: ['sortRows', { columns: ['amount'] }],
      out: OUT,
    };
    const edges = 'in>few few>script script>sorted sorted>out';
    await run(9, { nodes: nodes as never, edges });
    const again = await run(9, { nodes: nodes as never, edges });
    expect(again.errorMessage).toBeNull();
    expect(executed(again)).toEqual(['script', 'sorted', 'out']);
  });

  it('take less time than an entry costs', async () => {
    const inputs = [await flows.dataset(9)];
    const flow = { nodes: NODES as never, edges: EDGES, inputs, cache: true };
    await flows.execute(flow, { elapsed: () => 0 });
    expect(await cacheKeys()).toEqual([]);
  });
});

describe('a failed run', () => {
  const bad = { checked: ['assertExpression', { expression: 'amount_x < 0', mode: 'error' }] };

  it('stores what another run continues from, however quick it was', async () => {
    const inputs = [await flows.dataset(40)];
    const flow = { edges: EDGES, inputs, cache: true };
    const quick = { elapsed: () => 0 };
    const failed = await flows.execute({ ...flow, nodes: { ...NODES, ...bad } as never }, quick);
    expect(failed.errorMessage).toMatch(/^CHECKED/);
    const repeated = await flows.execute({ ...flow, nodes: { ...NODES, ...bad } as never }, quick);
    expect(repeated.errorMessage).toBe(failed.errorMessage);
    expect(executed(repeated)).toEqual(['checked', 'parquet']);
    const resumed = await flows.execute({ ...flow, nodes: NODES }, quick);
    expect(resumed.errorMessage).toBeNull();
    expect(executed(resumed).toSorted()).toEqual(['checked', 'out', 'parquet']);
    expect(reports(resumed)).toEqual(reports(await run(40, { cache: false })));
  });
});
