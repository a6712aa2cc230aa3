import {
  openWorkspace,
  specOf,
  storeDataset,
  type TestFlow,
  type TestWorkspace,
} from '../../test/support/flow-workspace.ts';
import type { ColumnSchema } from '../domain/column.ts';
import { ENGINES, type Engine } from '../domain/engine.ts';
import type { InputBinding } from '../domain/run-spec.ts';
import type { NodePreviewJob, PreviewResult } from '../domain/runner-job.ts';
import { nodeOfType } from '../nodes/index.ts';
import { loadEngine } from '../engine-adapters/load-engine.ts';
import { previewFlow } from './preview-flow.ts';
import { previewNode } from './preview-node.ts';

const COLUMNS: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'shop', type: 'string' },
];

let workspace: TestWorkspace;
let input: InputBinding;

beforeAll(async () => {
  workspace = await openWorkspace();
  const rows = Array.from({ length: 60 }, (_, id) => ({ id: BigInt(id), shop: `s${id % 3}` }));
  input = await storeDataset(workspace, { id: 'd', columns: COLUMNS, rows });
});
afterAll(async () => {
  await workspace.close();
});

const options = async (engine: Engine) => ({
  engine: await loadEngine(engine),
  store: workspace.store,
  scratch: workspace.scratch,
  lookup: nodeOfType,
});

async function preview(
  flow: Omit<TestFlow, 'inputs'>,
  ask: { nodeId?: string; limit?: number; profile?: boolean } = {},
): Promise<PreviewResult> {
  const { graph, engine, parameters, inputs } = specOf({ ...flow, inputs: [input] });
  const { nodeId = null, limit = 50, profile = false } = ask;
  const job = {
    kind: 'preview',
    engine,
    graph,
    parameters,
    inputs,
    localTime: '2026-11-22T00:00:00',
    nodeId,
    limit,
    profile,
  } as const;
  return await previewFlow(job, await options(engine));
}

async function previewOne(
  job: Pick<NodePreviewJob, 'engine' | 'nodeType' | 'source'> & Partial<NodePreviewJob>,
): Promise<PreviewResult> {
  const base = { kind: 'nodePreview', config: {}, localTime: '2026-11-22T00:00:00' } as const;
  const whole = { ...base, limit: 50, profile: false, ...job };
  return await previewNode(whole, await options(job.engine));
}

describe.each(ENGINES)('on %s', (engine: Engine) => {
  const nodes = {
    in: ['fileInput', { dataset_id: 'd' }],
    top: ['limitRows', { n: 55 }],
    bad: ['selectColumns', { columns: ['sop'] }],
    after: ['limitRows', { n: 1 }],
  } as const;
  const edges = 'in>top top>bad bad>after';

  it('returns the first rows of a node and the row count', async () => {
    const shown = await preview({ engine, nodes, edges }, { nodeId: 'top', limit: 2 });
    expect(shown).toEqual({
      columns: ['id', 'shop'],
      rows: [
        { id: 0, shop: 's0' },
        { id: 1, shop: 's1' },
      ],
      row_count: 55,
      truncated: true,
      profile: null,
      warnings: [],
    });
  });

  it('shows the columns of a pivot that only its execution finds', async () => {
    const flow = {
      engine,
      nodes: {
        in: nodes.in,
        twice: ['calculatedColumn', { column_name: 'double', expression: 'id * 2' }],
        pivot: ['pivot', { index: ['id'], columns: 'shop', values: 'double' }],
      },
      edges: 'in>twice twice>pivot',
    } as const;
    const shown = await preview(flow, { nodeId: 'pivot', limit: 2 });
    expect(shown).toMatchObject({
      columns: ['id', 's0', 's1', 's2'],
      rows: [
        { id: 0, s0: 0, s1: null, s2: null },
        { id: 1, s0: null, s1: 2, s2: null },
      ],
    });
  });

  it('profiles the whole frame and is not truncated when all rows fit', async () => {
    const ask = { nodeId: 'top', limit: 55, profile: true };
    const shown = await preview({ engine, nodes, edges }, ask);
    expect(shown).toMatchObject({ truncated: false, row_count: 55 });
    expect(shown.profile).toMatchObject([
      { name: 'id', dtype: 'integer', total: 55, min: 0, max: 54 },
      { name: 'shop', dtype: 'string', total: 55, distinct: 3 },
    ]);
  });

  it('previews the last node by default, also an output', async () => {
    const flow = { engine, nodes: { in: nodes.in, out: ['fileOutput'] as const }, edges: 'in>out' };
    expect(await preview(flow)).toMatchObject({ row_count: 60, truncated: true });
  });

  it('warns of the config fields that it ignored, of the node and of those before it', async () => {
    const flow = {
      engine,
      nodes: {
        in: nodes.in,
        nulls: ['dropNulls', { columns: ['id'] }],
        top: ['limitRows', { n: 5, rows: 2 }],
        after: ['limitRows', { n: 1, m: 1 }],
      },
      edges: 'in>nulls nulls>top top>after',
    } as const;
    const message = (text: string): unknown => expect.stringContaining(text);
    expect((await preview(flow, { nodeId: 'top' })).warnings).toEqual([
      { nodeId: 'nulls', message: message('no field "columns". Did you mean "subset"?') },
      { nodeId: 'top', message: message('no field "rows"') },
    ]);
    const rows = [{ id: 1 }, { id: null }];
    const source = { kind: 'rows', byHandle: { in: rows } } as const;
    const config = { columns: ['id'] };
    const { warnings } = await previewOne({ engine, nodeType: 'dropNulls', source, config });
    expect(warnings).toEqual([
      { nodeId: 'dropNulls', message: message('Did you mean "subset"? It is ignored.') },
    ]);
  });

  it('names the ancestor that failed', async () => {
    await expect(preview({ engine, nodes, edges }, { nodeId: 'after' })).rejects.toMatchObject({
      name: 'NodeError',
      nodeId: 'bad',
      message: expect.stringMatching(
        /^BAD \(bad\): "columns": There is no column "sop".*"shop"/,
      ) as string,
    });
  });

  it('previews a node on given rows and infers column types from all rows', async () => {
    const rows = [
      { a: 1, b: 'x' },
      { a: 2.5, c: true },
      { a: null, c: 9007199254740993n },
    ];
    const shown = await previewOne({
      engine,
      nodeType: 'limitRows',
      config: { n: 2, offset: 1 },
      source: { kind: 'rows', byHandle: { in: rows } },
      profile: true,
    });
    expect(shown.rows).toEqual([
      { a: 2.5, b: null, c: 'true' },
      { a: null, b: null, c: '9007199254740993' },
    ]);
    expect(shown.profile?.map((column) => column.dtype)).toEqual(['float', 'string', 'string']);
  });

  it('keeps 64-bit integers of given rows exact', async () => {
    const rows = [{ n: -9223372036854775808n }, { n: null }, { n: 3 }];
    const shown = await previewOne({
      engine,
      nodeType: 'sortRows',
      config: { columns: ['n'], ascending: false },
      source: { kind: 'rows', byHandle: { in: rows } },
    });
    expect(shown.rows).toEqual([{ n: 3 }, { n: -9223372036854775808n }, { n: null }]);
  });

  it('previews a node on a dataset', async () => {
    const shown = await previewOne({
      engine,
      nodeType: 'dropColumns',
      config: { columns: ['shop'] },
      source: { kind: 'dataset', input },
      limit: 1,
    });
    expect(shown).toMatchObject({ columns: ['id'], rows: [{ id: 0 }], row_count: 60 });
  });

  it.each([
    ['fileInput', { in: [] }, /"fileInput" cannot be previewed/],
    ['nope', { in: [] }, /there is no such type/],
    ['limitRows', { left: [] }, /has no input "left". The inputs are: in/],
    ['limitRows', {}, /needs rows for its input "in"/],
    ['selectColumns', { in: [{ city: 1 }] }, /no column "cty". Did you mean "city"/],
  ])('rejects a preview of %s with the inputs %j', async (nodeType, byHandle, message) => {
    const config = { columns: ['cty'], n: 1 };
    const source = { kind: 'rows', byHandle } as const;
    await expect(previewOne({ engine, nodeType, config, source })).rejects.toThrow(message);
  });
});
