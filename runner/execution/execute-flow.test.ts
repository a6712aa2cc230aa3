import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pl from 'nodejs-polars';
import { z } from 'zod';
import {
  openWorkspace,
  specOf,
  storeDataset,
  type TestFlow,
  type TestWorkspace,
} from '../../test/support/flow-workspace.ts';
import type { ColumnSchema } from '../domain/column.ts';
import { ENGINES, type Engine } from '../domain/engine.ts';
import type { Row } from '../domain/json.ts';
import type { RunResult } from '../domain/run-result.ts';
import type { InputBinding } from '../domain/run-spec.ts';
import type { RunStep } from '../domain/run-progress.ts';
import { DATAFRAME_IN, DATAFRAME_OUT, defineNode, type AnyNode } from '../nodes/definition.ts';
import { nodeOfType } from '../nodes/index.ts';
import { executeFlow } from './execute-flow.ts';
import { loadEngine } from './engines/load-engine.ts';

const COLUMNS: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'shop', type: 'string' },
  { name: 'amount', type: 'float' },
];

/** Shops go round, some rows have none; sums of amounts are exact. */
function rowsOf(count: number): Row[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    shop: id % 7 === 0 ? null : `s${id % 5}`,
    amount: id / 4,
  }));
}

/** A strict conversion that fails on values, as a cast with errors raised does. */
function strictNumber(id: string, checksValues: boolean): AnyNode {
  return defineNode({
    kind: 'transform',
    id,
    label: id,
    category: 'columns',
    description: '',
    inputs: [DATAFRAME_IN],
    outputs: [DATAFRAME_OUT],
    defaultConfig: {},
    config: z.unknown(),
    fields: [],
    rows: 'same',
    ...(checksValues ? { checksValues: () => true } : {}),
    columns: (inputs) => [...inputs.one(), { name: 'number', type: 'integer' }],
    polars: (inputs, _config, context) =>
      inputs
        .one()
        .lazy.withColumns(context.pl.col('shop').cast(context.pl.Int64, true).alias('number')),
    pandas: () => {
      throw new Error('not used');
    },
    python: { pandas: () => undefined, polars: () => undefined },
    examples: [],
  });
}

const SPECIAL: Readonly<Record<string, AnyNode>> = {
  strict: strictNumber('strict', false),
  checked: strictNumber('checked', true),
};

let workspace: TestWorkspace;
let steps: RunStep[];
let defects: unknown[];

beforeEach(async () => {
  workspace = await openWorkspace();
  steps = [];
  defects = [];
});
afterEach(async () => {
  await workspace.close();
});

async function dataset(rows: number, nodeId = 'in'): Promise<InputBinding> {
  return await storeDataset(
    workspace,
    { id: `d${rows}`, columns: COLUMNS, rows: rowsOf(rows) },
    nodeId,
  );
}

/** What a run tells of each node, but for samples. */
function nodeRows(result: RunResult): unknown[] {
  return (result.nodeResults ?? []).map((n) => [n.node_id, n.rows]);
}

function sampleOf(result: RunResult, nodeId: string): readonly Row[] {
  return result.nodeResults?.find((n) => n.node_id === nodeId)?.sample ?? [];
}

async function execute(flow: TestFlow): Promise<RunResult> {
  const spec = specOf(flow);
  return await executeFlow(
    { spec, attempt: 2 },
    {
      engine: await loadEngine(spec.engine),
      store: workspace.store,
      scratch: workspace.scratch,
      lookup: (type) => SPECIAL[type] ?? nodeOfType(type),
      clock: { now: () => new Date(0), elapsed: () => performance.now() },
      onProgress: (step) => {
        steps.push(step);
        return undefined;
      },
      onDefect: (error) => defects.push(error),
    },
  );
}

const IN = ['fileInput', { dataset_id: 'd' }] as const;
const OUT = ['fileOutput', { format: 'csv' }] as const;
const TOTALS = [
  'groupByAggregate',
  { group_by: ['shop'], aggregations: { amount: 'sum' } },
] as const;

function statuses(result: RunResult): Record<string, string> {
  return Object.fromEntries((result.nodeResults ?? []).map((n) => [n.node_id, n.status]));
}

describe.each(ENGINES)('on %s', (engine: Engine) => {
  it('runs every node in topological order and writes the output', async () => {
    const input = await dataset(100);
    const result = await execute({
      engine,
      nodes: {
        out: OUT,
        sort: ['sortRows', { columns: ['id'], ascending: false }],
        top: ['limitRows', { n: 30 }],
        in: IN,
      },
      edges: 'in>sort sort>top top>out',
      inputs: [input],
    });
    expect(result).toMatchObject({
      status: 'success',
      errorMessage: null,
      runId: 'run-1',
      attempt: 2,
    });
    expect(result.nodeResults?.map((n) => [n.node_id, n.label, n.status, n.rows])).toEqual([
      ['in', 'IN', 'success', 100],
      ['sort', 'SORT', 'success', 100],
      ['top', 'TOP', 'success', 30],
      ['out', 'OUT', 'success', 30],
    ]);
    const top = result.nodeResults?.[2];
    expect(top?.columns).toEqual(['id', 'shop', 'amount']);
    expect(top?.sample).toHaveLength(20);
    expect(top?.sample[0]).toEqual({ id: 99, shop: 's4', amount: 24.75 });
    expect(top?.duration_ms).toBe(Number(top?.duration_ms?.toFixed(2)));
    expect(result.outputs).toMatchObject([
      {
        nodeId: 'out',
        format: 'csv',
        rows: 30,
        key: 'runs/run-1/attempts/2/outputs/out.csv',
        dataset: null,
      },
    ]);
    const text = await workspace.store.getText('runs/run-1/attempts/2/outputs/out.csv');
    expect(text.split('\n').slice(0, 3)).toEqual(['id,shop,amount', '99,s4,24.75', '98,,24.5']);
    expect(result.outputs[0]?.bytes).toBe(Buffer.byteLength(text));
  });

  it('logs how long it took, and the versions it read, each once', async () => {
    const input = await dataset(10);
    const result = await execute({
      engine,
      nodes: { in: IN, in2: IN, out: OUT, out2: OUT },
      edges: 'in>out in2>out2',
      inputs: [input, { ...input, nodeId: 'in2' }],
    });
    expect(result.errorMessage).toBeNull();
    const [done, versions] = result.logs;
    expect(done?.message).toMatch(/ms with 2 outputs/);
    expect(done?.duration_ms).toBeGreaterThan(0);
    expect(versions).toMatchObject({
      level: 'info',
      versions: [{ dataset_id: 'd10', version_number: 1, dataset_name: 'd10.csv' }],
    });
  });

  it('tells which node has finished, how, and which comes now', async () => {
    const flow = {
      engine,
      nodes: { in: IN, bad: ['dropColumns', { columns: ['m'] }], skipped: OUT, out: OUT },
      edges: 'in>bad bad>skipped in>out',
      inputs: [await dataset(3)],
    } as const satisfies TestFlow;
    const { nodeResults } = await execute(flow);
    const end = (nodeId: string): unknown => {
      const result = nodeResults?.find((node) => node.node_id === nodeId);
      return {
        nodeId,
        status: result?.status,
        rows: result?.rows,
        durationMs: result?.duration_ms,
      };
    };
    expect(steps).toEqual([
      { finished: null, started: 'in' },
      { finished: end('in'), started: 'bad' },
      { finished: end('bad'), started: 'out' },
      { finished: end('out'), started: null },
    ]);
    expect(end('in')).toMatchObject({ status: 'success', rows: 3 });
    expect(end('bad')).toMatchObject({ status: 'failed', rows: null });
  });

  it('fails a node, skips what depends on it, finishes other branches, writes nothing', async () => {
    const result = await execute({
      engine,
      nodes: {
        in: IN,
        bad: ['selectColumns', { columns: ['amont'] }],
        after: ['limitRows', { n: 1 }],
        good: ['limitRows', { n: 1 }],
        out: OUT,
        out2: OUT,
      },
      edges: 'in>bad bad>after after>out in>good good>out2',
      inputs: [await dataset(5)],
    });
    expect(result.status).toBe('failed');
    expect(statuses(result)).toEqual({
      in: 'success',
      bad: 'failed',
      good: 'success',
      after: 'skipped',
      out2: 'success',
      out: 'skipped',
    });
    const bad = result.nodeResults?.find((n) => n.node_id === 'bad');
    expect(bad).toMatchObject({ rows: null, columns: [], sample: [] });
    expect(bad?.error).toMatch(/^There is no column "amont". Did you mean "amount"\?/);
    expect(result.errorMessage).toBe(`BAD (bad): ${bad?.error ?? ''}`);
    expect(result.logs).toEqual([{ level: 'error', message: result.errorMessage }]);
    expect(result.nodeResults?.find((n) => n.node_id === 'out')?.duration_ms).toBeNull();
    expect(result.outputs).toEqual([]);
    expect(await workspace.store.head('runs/run-1/attempts/2/outputs/out2.csv')).toBeNull();
    expect(defects).toEqual([]);
  });

  it('writes a columnar copy with its facts when an output names a dataset', async () => {
    const result = await execute({
      engine,
      nodes: { in: IN, out: ['fileOutput', { format: 'json', dataset_name: 'kept' }] },
      edges: 'in>out',
      inputs: [await dataset(150)],
    });
    const saved = result.outputs[0]?.dataset;
    expect(saved).toMatchObject({
      name: 'kept',
      facts: { columns: COLUMNS, rowCount: 150, parseOptions: null },
    });
    expect(saved?.facts.sample).toHaveLength(100);
    expect(saved?.facts.profile.map((p) => [p.name, p.total])).toEqual([
      ['id', 150],
      ['shop', 150],
      ['amount', 150],
    ]);
    const copy = await workspace.store.localFile(saved?.dataKey ?? '', workspace.scratch);
    expect(pl.readParquet(copy).height).toBe(150);
  });

  it('refuses an unfit graph without node results', async () => {
    const result = await execute({
      engine,
      nodes: { in: IN, out: OUT },
      edges: 'in>gone',
      inputs: [],
    });
    expect(result).toMatchObject({ status: 'failed', nodeResults: null, outputs: [] });
    expect(result.errorMessage).toMatch(/"gone" is no node/);
  });

  it('says when the data of a dataset is gone', async () => {
    const input = { ...(await dataset(3)), dataKey: 'datasets/d/gone/data.parquet' };
    const result = await execute({
      engine,
      nodes: { in: IN, out: OUT },
      edges: 'in>out',
      inputs: [input],
    });
    expect(result.errorMessage).toBe('IN (in): The data of dataset "d3.csv", version 1, is gone.');
    expect(statuses(result)).toEqual({ in: 'failed', out: 'skipped' });
  });

  it('gives the same for a table too large to be held at each node', async () => {
    const flow = {
      engine,
      nodes: {
        in: IN,
        top: ['limitRows', { n: 120_000, offset: 3 }],
        drop: ['dropColumns', { columns: ['id'] }],
        totals: TOTALS,
        out: OUT,
        whole: ['fileOutput', { format: 'parquet' }],
      },
      edges: 'in>top top>drop drop>totals totals>out drop>whole',
      inputs: [await dataset(130_000)],
    } as const satisfies TestFlow;
    const result = await execute(flow);
    expect(result.errorMessage).toBeNull();
    expect(nodeRows(result)).toEqual([
      ['in', 130_000],
      ['top', 120_000],
      ['drop', 120_000],
      ['totals', 6],
      ['whole', 120_000],
      ['out', 6],
    ]);
    expect(sampleOf(result, 'drop')[0]).toEqual({ shop: 's3', amount: 0.75 });
    const expected = new Map<unknown, number>();
    for (const { shop, amount } of rowsOf(130_000).slice(3, 120_003)) {
      expected.set(shop, (expected.get(shop) ?? 0) + Number(amount));
    }
    const totals = result.nodeResults?.[3]?.sample ?? [];
    expect(totals.map((row) => [row.shop, row.amount])).toEqual([...expected]);
    const file = await workspace.store.localFile(result.outputs[1]?.key ?? '', workspace.scratch);
    expect(pl.readParquet(file).height).toBe(120_000);
  });
});

describe('a plan that polars evaluates as a whole', () => {
  const nodes = {
    in: IN,
    early: ['limitRows', { n: 100_000 }],
    cast: ['strict'],
    renamed: ['renameColumns', { mapping: { number: 'no' } }],
    totals: ['sortRows', { columns: ['no'] }],
    out: OUT,
  } as const;
  const edges = 'in>early early>cast cast>renamed renamed>totals totals>out';

  it('blames the node whose values made it fail, though later ones had succeeded', async () => {
    const result = await execute({ nodes, edges, inputs: [await dataset(110_000)] });
    expect(statuses(result)).toEqual({
      in: 'success',
      early: 'success',
      cast: 'failed',
      renamed: 'skipped',
      totals: 'skipped',
      out: 'skipped',
    });
    expect(result.errorMessage).toMatch(/^CAST \(cast\): conversion from `str` to `i64`/);
    expect(defects).toEqual([]);
  });

  it('checks the values of a node even when no one reads its column', async () => {
    const result = await execute({
      nodes: {
        ...nodes,
        cast: ['checked'],
        renamed: ['dropColumns', { columns: ['number'] }],
        totals: TOTALS,
      },
      edges,
      inputs: [await dataset(110_000)],
    });
    expect(statuses(result)).toMatchObject({ cast: 'failed', renamed: 'skipped', out: 'skipped' });
  });
});

it('writes the same bytes on both engines', async () => {
  const formats = ['csv', 'json', 'jsonl', 'tsv', 'text', 'parquet', 'excel'] as const;
  const input = await dataset(40);
  const files: Buffer[][] = [];
  for (const engine of ENGINES) {
    const outputs = Object.fromEntries(
      formats.map((format) => [format, ['fileOutput', { format }] as const]),
    );
    const result = await execute({
      engine,
      nodes: { in: IN, ...outputs },
      edges: formats.map((format) => `in>${format}`).join(' '),
      inputs: [input],
    });
    expect(result.errorMessage).toBeNull();
    files.push(
      await Promise.all(
        result.outputs.map(async ({ key }) =>
          readFile(path.join(workspace.folder, 'objects', key)),
        ),
      ),
    );
  }
  const [first, second] = files.map((list) => list.map((file) => file.toString('base64')));
  expect(first).toHaveLength(formats.length);
  expect(first?.slice(0, 6)).toEqual(second?.slice(0, 6));
});
