import {
  EDGES,
  executed,
  NODES,
  reports,
  useCachedRuns,
  type Edit,
} from '../../../test/support/cached-runs.ts';
import { IN, OUT } from '../../../test/support/flow-execution.ts';
import type { TestFlow } from '../../../test/support/flow-workspace.ts';
import { ENGINES } from '../../domain/engine.ts';
import type { RunResult } from '../../domain/run-result.ts';

const runs = useCachedRuns();
const NODES_OF_FLOW = Object.keys(NODES);

describe.each(ENGINES)('the cache on %s', (engine) => {
  it.each([40, 110_000])(
    'gives a second run the reports and files of the first (%d rows)',
    async (rows) => {
      const plain = await runs.run(rows, { engine, cache: false });
      expect(plain.errorMessage).toBeNull();
      expect(await runs.keys()).toEqual([]);
      const first = await runs.run(rows, { engine });
      expect(executed(first).toSorted()).toEqual(NODES_OF_FLOW.toSorted());
      const second = await runs.run(rows, { engine });
      expect(executed(second)).toEqual(['parquet', 'out']);
      expect(reports(first)).toEqual(reports(plain));
      expect(reports(second)).toEqual(reports(plain));
      expect(second.logs).toEqual(
        expect.arrayContaining(plain.logs.filter(({ node_id }) => node_id)),
      );
      const files = await runs.files(plain);
      expect(await runs.files(first)).toEqual(files);
      expect(await runs.files(second)).toEqual(files);
      expect(runs.flows.defects).toEqual([]);
    },
  );
});

it('executes a node again when a node reads an output that no node read before', async () => {
  const nodes: TestFlow['nodes'] = { in: IN, parts: ['splitRows', { share: 0.5 }], out: OUT };
  const reading = (output: string): Edit => ({ nodes, edges: `in>parts parts.${output}>out` });
  await runs.run(40, reading('first'));
  const data = (await runs.keys()).filter((key) => key.endsWith('.parquet'));
  expect(data).toHaveLength(1);
  const rest = await runs.run(40, reading('rest'));
  expect(executed(rest)).toEqual(['in', 'parts', 'out']);
  const plain = await runs.run(40, { ...reading('rest'), cache: false });
  expect(await runs.files(rest)).toEqual(await runs.files(plain));
  expect(executed(await runs.run(40, reading('first')))).toEqual(['out']);
});

describe('a changed node', () => {
  const small = (edit: Edit): Promise<RunResult> => runs.run(40, edit);
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
    const input = await runs.flows.dataset(40);
    const all = NODES_OF_FLOW.toSorted();
    const version = await runs.flows.dataset(41);
    expect(executed(await small({ inputs: [version] })).toSorted()).toEqual(all);
    expect(executed(await small({ engine: 'pandas' })).toSorted()).toEqual(all);
    expect(executed(await small({ inputs: [input] }))).toEqual(['parquet', 'out']);
  });

  it('is restored under another name, with the labels of the flow that runs', async () => {
    const { few, ...rest } = NODES;
    const edges = EDGES.replaceAll('few', 'renamed');
    const result = await small({ nodes: { ...rest, renamed: few! }, edges });
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
      runs.run(9, { nodes: nodes as never, edges, parameters: { n } });
    await at(3);
    expect(executed(await at(4))).toEqual(['in', 'few', 'sorted', 'out']);
    const again = await at(3);
    expect(executed(again)).toEqual(['out']);
    expect(again.nodeResults?.map(({ rows }) => rows)).toEqual([9, 3, 3, 3]);
  });
});

describe('a node that was the last one', () => {
  it('is read from the cache after the first run in which another node reads it', async () => {
    const last = { in: IN, sorted: ['sortRows', { columns: ['amount'] }] };
    await runs.run(9, { nodes: last as never, edges: 'in>sorted' });
    const nodes = { ...last, out: OUT } as never;
    const edges = 'in>sorted sorted>out';
    const first = await runs.run(9, { nodes, edges });
    expect(executed(first)).toEqual(['in', 'sorted', 'out']);
    const second = await runs.run(9, { nodes, edges });
    expect(executed(second)).toEqual(['out']);
    expect(reports(second)).toEqual(reports(first));
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
    await runs.run(9, { nodes: nodes as never, edges });
    const again = await runs.run(9, { nodes: nodes as never, edges });
    expect(again.errorMessage).toBeNull();
    expect(executed(again)).toEqual(['script', 'sorted', 'out']);
  });

  it('are not scripts that are deterministic and declare their columns', async () => {
    const script = {
      script: 'console.log("executed"); return rows.map(({ amount }) => ({ amount }))',
      columns: { amount: 'float' },
      deterministic: true,
    };
    const nodes = {
      in: IN,
      script: ['jsTransform', script],
      sorted: ['sortRows', { columns: ['amount'] }],
      out: OUT,
    };
    const edges = 'in>script script>sorted sorted>out';
    const first = await runs.run(9, { nodes: nodes as never, edges });
    const again = await runs.run(9, { nodes: nodes as never, edges });
    expect(executed(again)).toEqual(['out']);
    expect(reports(again)).toEqual(reports(first));
  });

  it('take less time than an entry costs', async () => {
    const inputs = [await runs.flows.dataset(9)];
    const flow = { nodes: NODES as never, edges: EDGES, inputs, cache: true };
    await runs.flows.execute(flow, { elapsed: () => 0 });
    expect(await runs.keys()).toEqual([]);
  });
});

describe('a failed run', () => {
  const bad: TestFlow['nodes'] = {
    checked: ['assertExpression', { expression: 'amount_x < 0', mode: 'error' }],
  };

  it('stores what another run continues from, however quick it was', async () => {
    const inputs = [await runs.flows.dataset(40)];
    const flow = { edges: EDGES, inputs, cache: true };
    const quick = { elapsed: () => 0 };
    const failed = await runs.flows.execute({ ...flow, nodes: { ...NODES, ...bad } }, quick);
    expect(failed.errorMessage).toMatch(/^CHECKED/);
    const repeated = await runs.flows.execute({ ...flow, nodes: { ...NODES, ...bad } }, quick);
    expect(repeated.errorMessage).toBe(failed.errorMessage);
    expect(executed(repeated)).toEqual(['checked', 'parquet']);
    const resumed = await runs.flows.execute({ ...flow, nodes: NODES }, quick);
    expect(resumed.errorMessage).toBeNull();
    expect(executed(resumed).toSorted()).toEqual(['checked', 'out', 'parquet']);
    expect(reports(resumed)).toEqual(reports(await runs.run(40, { cache: false })));
  });
});
