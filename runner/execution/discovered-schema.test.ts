import { IN, OUT, statuses, useFlowExecution } from '../../test/support/flow-execution.ts';
import { ENGINES, type Engine } from '../domain/engine.ts';
import type { RunResult } from '../domain/run-result.ts';

const flows = useFlowExecution();
const { dataset, execute } = flows;

const nodeOf = (result: RunResult, id: string) =>
  result.nodeResults?.find((node) => node.node_id === id);
const PIVOT = { index: ['shop'], columns: 'id', values: 'amount' };

describe.each(ENGINES)('on %s', (engine: Engine) => {
  it('lowers the nodes below a pivot without heads against the columns that it has', async () => {
    const result = await execute({
      engine,
      nodes: {
        in: IN,
        pivot: ['pivot', PIVOT],
        sum: ['calculatedColumn', { column_name: 'sum', expression: '`7` + `0`' }],
        few: ['selectColumns', { columns: ['shop', 'sum', '12', '9'] }],
        out: OUT,
      },
      edges: 'in>pivot pivot>sum sum>few few>out',
      inputs: [await dataset(13)],
    });
    expect(result.errorMessage).toBeNull();
    const heads = Array.from({ length: 13 }, (_, id) => String(id));
    expect(nodeOf(result, 'pivot')?.columns).toEqual(['shop', ...heads]);
    expect(nodeOf(result, 'few')?.sample).toEqual([
      { shop: 's0', sum: null, '12': null, '9': null },
      { shop: 's1', sum: null, '12': null, '9': null },
      { shop: 's2', sum: null, '12': 3, '9': null },
      { shop: 's3', sum: null, '12': null, '9': null },
      { shop: 's4', sum: null, '12': null, '9': 2.25 },
      { shop: null, sum: 1.75, '12': null, '9': null },
    ]);
  });

  it('sorts discovered heads by value with null last, like a list of all of them', async () => {
    const config = { index: ['id'], columns: 'shop', values: 'amount', aggfunc: 'count' };
    const result = await execute({
      engine,
      nodes: {
        in: IN,
        found: ['pivot', config],
        listed: ['pivot', { ...config, heads: ['s1', 's2', 's3', null] }],
        out: OUT,
      },
      edges: 'in>found in>listed found>out',
      inputs: [await dataset(4)],
    });
    const { columns, column_types: types, sample } = nodeOf(result, 'found') ?? {};
    expect(columns).toEqual(['id', 's1', 's2', 's3', 'null']);
    expect(nodeOf(result, 'listed')).toMatchObject({ columns, column_types: types, sample });
  });

  it('fails at the node below that names a missing column, and writes nothing', async () => {
    const result = await execute({
      engine,
      nodes: {
        in: IN,
        pivot: ['pivot', PIVOT],
        few: ['selectColumns', { columns: ['77'] }],
        out: OUT,
      },
      edges: 'in>pivot pivot>few few>out',
      inputs: [await dataset(3)],
    });
    expect(result.errorMessage).toMatch(/^FEW \(few\): .*"77"/);
    expect(nodeOf(result, 'pivot')?.status).toBe('success');
    expect(result.outputs).toEqual([]);
  });

  it('refuses a mistake below new columns of a discovered table before a node below it is executed', async () => {
    const result = await execute({
      engine,
      nodes: {
        in: IN,
        pivot: ['pivot', PIVOT],
        other: OUT,
        sum: ['calculatedColumn', { column_name: 'sum', expression: '`0` + `1`' }],
        total: ['renameColumns', { mapping: { sum: 'total', shop: 'town' } }],
        few: ['selectColumns', { columns: ['town', 'total', 'sum'] }],
        sorted: ['sortRows', { columns: ['total'] }],
        out: OUT,
      },
      edges: 'in>pivot pivot>other pivot>sum sum>total total>few few>sorted sorted>out',
      inputs: [await dataset(3)],
    });
    expect(result.errorMessage).toMatch(/^FEW \(few\): .*"columns".*"sum"/);
    expect(result.outputs).toEqual([]);
    expect(statuses(result)).toEqual({
      in: 'success',
      pivot: 'success',
      other: 'skipped',
      sum: 'skipped',
      total: 'skipped',
      few: 'failed',
      sorted: 'skipped',
      out: 'skipped',
    });
  });

  it('refuses a mistake below a script before a longer branch below it is executed', async () => {
    const result = await execute({
      engine,
      nodes: {
        in: IN,
        found: ['jsTransform', { script: 'return [{ town: "Bern" }];' }],
        long: ['jsTransform', { script: 'throw new Error("executed");' }],
        few: ['selectColumns', { columns: ['towns'] }],
        beside: ['limitRows', { n: 1 }],
        out: OUT,
        out2: OUT,
        out3: OUT,
      },
      edges: 'in>found found>long long>out found>few few>out2 in>beside beside>out3',
      inputs: [await dataset(3)],
    });
    expect(result.errorMessage).toMatch(/^FEW \(few\): .*"columns".*Did you mean "town"/);
    expect(result.outputs).toEqual([]);
    expect(statuses(result)).toMatchObject({
      found: 'success',
      long: 'skipped',
      few: 'failed',
      beside: 'success',
    });
    const reported = flows.steps.flatMap(({ finished }) => (finished === null ? [] : [finished]));
    expect(reported.map(({ nodeId, status }) => [nodeId, status])).toEqual([
      ['in', 'success'],
      ['found', 'success'],
      ['beside', 'success'],
      ['few', 'failed'],
      ['out3', 'success'],
    ]);
  });

  it('fails when a discovered head has the name of an index column', async () => {
    const result = await execute({
      engine,
      nodes: {
        in: IN,
        text: ['fillNulls', { strategy: 'constant', columns: ['shop'], value: 'id' }],
        pivot: ['pivot', { index: ['id'], columns: 'shop', values: 'amount' }],
        out: OUT,
      },
      edges: 'in>text text>pivot pivot>out',
      inputs: [await dataset(3)],
    });
    expect(result.errorMessage).toMatch(/PIVOT.*"id" occurs more than once/);
  });
});
