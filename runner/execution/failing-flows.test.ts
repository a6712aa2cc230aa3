import { IN, OUT, statuses, TOTALS, useFlowExecution } from '../../test/support/flow-execution.ts';
import { storeDataset } from '../../test/support/flow-workspace.ts';
import { ENGINES, type Engine } from '../domain/engine.ts';

const flows = useFlowExecution();
const { dataset, execute } = flows;

describe.each(ENGINES)('on %s', (engine: Engine) => {
  it('skips the descendants of a failed node, finishes other branches and writes nothing', async () => {
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
    expect(bad?.error).toMatch(/^"columns": There is no column "amont". Did you mean "amount"\?/);
    expect(result.errorMessage).toBe(`BAD (bad): ${bad?.error ?? ''}`);
    expect(result.logs).toEqual([{ level: 'error', message: result.errorMessage }]);
    expect(result.nodeResults?.find((n) => n.node_id === 'out')?.duration_ms).toBeNull();
    expect(result.outputs).toEqual([]);
    expect(await flows.workspace.store.head('runs/run-1/attempts/2/outputs/out2.csv')).toBeNull();
    expect(flows.defects).toEqual([]);
  });

  it('fails the output whose file cannot be written, and stores none', async () => {
    const result = await execute({
      engine,
      nodes: {
        in: IN,
        sheet: ['excelOutput', {}],
        out: OUT,
      },
      edges: 'in>sheet in>out',
      inputs: [
        await storeDataset(flows.workspace, {
          id: 'long',
          columns: [{ name: 'long', type: 'string' }],
          rows: [{ long: 'x'.repeat(40_000) }],
        }),
      ],
    });
    expect(statuses(result)).toEqual({ in: 'success', sheet: 'failed', out: 'success' });
    const { error } = result.nodeResults?.find((node) => node.node_id === 'sheet') ?? {};
    expect(error).toMatch(/^Column "long" has a text of 40000 characters/);
    expect(result.errorMessage).toBe(`SHEET (sheet): ${error ?? ''}`);
    expect(result.outputs).toEqual([]);
  });

  it.each<[string, readonly [string, object]]>([
    ['a value', ['filterRows', { column: 'amount', operator: '>', value: '{{ least }}' }]],
    ['a column', ['sortRows', { columns: ['{{ least }}'] }]],
  ])('reports an undeclared parameter in %s when the node fails', async (_title, bad) => {
    const result = await execute({
      engine,
      nodes: { in: IN, bad, out: OUT },
      edges: 'in>bad bad>out',
      inputs: [await dataset(5)],
    });
    expect(result.errorMessage).toMatch(
      /^BAD \(bad\): There is no parameter "least": this flow declares none\. The node uses the text as it is written: .+/,
    );
    expect(result.logs[1]).toMatchObject({ level: 'warning', node_id: 'bad' });
  });

  it('names an undeclared parameter of a query before it uses the connection', async () => {
    const query = 'SELECT id FROM items WHERE name = {{ nam }}';
    const result = await execute({
      engine,
      nodes: { read: ['sqlInput', { connection_id: 'none', mode: 'query', query }], out: OUT },
      edges: 'read>out',
      inputs: [],
    });
    expect(result.errorMessage).toBe(
      'READ (read): "query": There is no parameter "nam": this flow declares none. Declare it, or write the query without {{ nam }}.',
    );
  });

  it('logs a warning about an undeclared parameter when the run succeeds', async () => {
    const test = { column: 'shop', operator: '==', value: '{{ shop }}' };
    const result = await execute({
      engine,
      nodes: { in: IN, some: ['filterRows', test], out: OUT },
      edges: 'in>some some>out',
      inputs: [await dataset(5)],
    });
    expect(result.status).toBe('success');
    expect(result.logs.at(-1)).toEqual({
      level: 'warning',
      message:
        'There is no parameter "shop": this flow declares none. The text stays as it is written.',
      node_id: 'some',
    });
  });

  it('fails for an invalid graph without node results', async () => {
    const result = await execute({
      engine,
      nodes: { in: IN, out: OUT },
      edges: 'in>gone',
      inputs: [],
    });
    expect(result).toMatchObject({ status: 'failed', nodeResults: null, outputs: [] });
    expect(result.errorMessage).toMatch(/"gone" is no node/);
  });

  it('fails when the data of a dataset no longer exists', async () => {
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
});

describe('a lazy polars plan', () => {
  const nodes = {
    in: IN,
    early: ['limitRows', { n: 100_000 }],
    cast: ['strict'],
    renamed: ['renameColumns', { mapping: { number: 'no' } }],
    totals: ['sortRows', { columns: ['no'] }],
    out: OUT,
  } as const;
  const edges = 'in>early early>cast cast>renamed renamed>totals totals>out';

  it('fails the node whose values fail and skips nodes that had succeeded after it', async () => {
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
    expect(flows.defects).toEqual([]);
  });

  it('checks the values of a node even when no later node reads the column', async () => {
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
