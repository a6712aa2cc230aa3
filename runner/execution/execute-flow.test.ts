import pl from '../engines/polars/pinned/library.ts';
import { IN, OUT, rowsOf, TOTALS, useFlowExecution } from '../../test/support/flow-execution.ts';
import type { TestFlow } from '../../test/support/flow-workspace.ts';
import { ENGINES, type Engine } from '../domain/engine.ts';
import type { Row } from '../domain/json.ts';
import type { RunResult } from '../domain/run-result.ts';

const flows = useFlowExecution();
const { dataset, execute } = flows;

/** The id and row count of each node. */
function nodeRows(result: RunResult): unknown[] {
  return (result.nodeResults ?? []).map((n) => [n.node_id, n.rows]);
}

function sampleOf(result: RunResult, nodeId: string): readonly Row[] {
  return result.nodeResults?.find((n) => n.node_id === nodeId)?.sample ?? [];
}

describe.each(ENGINES)('on %s', (engine: Engine) => {
  it('executes every node in topological order and writes the output', async () => {
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
    const text = await flows.workspace.store.getText('runs/run-1/attempts/2/outputs/out.csv');
    expect(text.split('\n').slice(0, 3)).toEqual(['id,shop,amount', '99,s4,24.75', '98,,24.5']);
    expect(result.outputs[0]?.bytes).toBe(Buffer.byteLength(text));
  });

  it('logs the duration and each dataset version once', async () => {
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

  it('reports progress between nodes: the finished node with its outcome and the next node', async () => {
    const flow = {
      engine,
      nodes: { in: IN, bad: ['dropColumns', { columns: ['m'] }], skipped: OUT, out: OUT },
      edges: 'in>bad bad>skipped in>out',
      inputs: [await dataset(3)],
    } as const satisfies TestFlow;
    const { nodeResults } = await execute(flow);
    const outcome = (nodeId: string): unknown => {
      const result = nodeResults?.find((node) => node.node_id === nodeId);
      return {
        nodeId,
        status: result?.status,
        rows: result?.rows,
        durationMs: result?.duration_ms,
        ...(result?.error === null ? {} : { error: result?.error }),
      };
    };
    expect(flows.steps).toEqual([
      { finished: null, started: 'in' },
      { finished: outcome('in'), started: 'bad' },
      { finished: outcome('bad'), started: 'out' },
      { finished: outcome('out'), started: null },
    ]);
    expect(outcome('in')).toMatchObject({ status: 'success', rows: 3 });
    const error = expect.stringContaining('There is no column "m"') as string;
    expect(outcome('bad')).toMatchObject({ status: 'failed', rows: null, error });
  });

  it('returns the same results for frames too large to keep in memory', async () => {
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
    const file = await flows.workspace.store.localFile(
      result.outputs[1]?.key ?? '',
      flows.workspace.scratch,
    );
    expect(pl.readParquet(file).height).toBe(120_000);
  });
});
