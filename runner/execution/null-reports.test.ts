import { IN, OUT, useFlowExecution } from '../../test/support/flow-execution.ts';
import { specOf, storeDataset } from '../../test/support/flow-workspace.ts';
import type { ColumnSchema } from '../domain/column.ts';
import { ENGINES, type Engine } from '../domain/engine.ts';
import type { Row } from '../domain/json.ts';
import { nodeOfType } from '../nodes/index.ts';
import { loadEngine } from '../engine-adapters/load-engine.ts';
import { previewFlow } from './preview-flow.ts';

const flow = useFlowExecution();

const COLUMNS: readonly ColumnSchema[] = [
  { name: 'text', type: 'string' },
  { name: 'float', type: 'float' },
  { name: 'day', type: 'string' },
  { name: 'nothing', type: 'integer' },
];

/** The first six rows; further ones have values that can be converted, and no nulls but `nothing`. */
const FIRST: readonly Row[] = [
  { text: 'x', float: 1, day: '2024-02-30', nothing: null },
  { text: '1', float: null, day: '2024-02-29', nothing: null },
  { text: null, float: 2.5, day: null, nothing: null },
  { text: 'x', float: 3, day: '2024-03-01', nothing: null },
  { text: '', float: 1e300, day: '2024-03-02', nothing: null },
  { text: '"', float: 4, day: '2024-03-03', nothing: null },
];

/** Six rows are in memory at every node; 100,000 rows stay a lazy plan in polars. */
const SIZES = [6, 100_000];
const CASES = ENGINES.flatMap((engine) => SIZES.map((rows) => ({ engine, rows })));

type NodeOfFlow = readonly [type: string, config: object];

/** Returns the warnings of a node, and of a node that has the frame of it. */
async function warningsOf(engine: Engine, rows: number, node: NodeOfFlow): Promise<unknown> {
  const result = await flow.execute({
    engine,
    nodes: { in: IN, node, last: ['limitRows', { n: 1 }], out: OUT },
    edges: 'in>node node>last last>out',
    inputs: [await dataset(rows)],
  });
  expect(result.errorMessage).toBeNull();
  const [, reported, last] = result.nodeResults ?? [];
  expect(last).not.toHaveProperty('warnings');
  return reported?.warnings;
}

async function dataset(rows: number): ReturnType<typeof storeDataset> {
  const later = { text: '2', float: 5, day: '2024-01-01', nothing: null };
  const all = Array.from({ length: rows }, (_, row) => FIRST[row] ?? later);
  return await storeDataset(flow.workspace, { id: 'd', columns: COLUMNS, rows: all }, 'in');
}

describe.each(CASES)('$engine over $rows rows', ({ engine, rows }) => {
  it('reports how many values each cast made null, with the first distinct ones', async () => {
    const casts = { text: 'integer', float: 'integer', day: 'datetime', nothing: 'float' };
    const warnings = await warningsOf(engine, rows, ['castDtypes', { casts, errors: 'coerce' }]);
    expect(warnings).toEqual([
      '4 values of "text" became null, such as "x", "", "\\"".',
      '2 values of "float" became null, such as 2.5, 1e+300.',
      '1 value of "day" became null: "2024-02-30". "format" has to be the form of the dates, such as "%d.%m.%Y".',
    ]);
  });

  it('reports the values that are lost in the rows of a file', async () => {
    const result = await flow.execute({
      engine,
      nodes: { in: IN, node: ['parseDates', { columns: ['day'] }], out: OUT },
      edges: 'in>node node>out',
      inputs: [await dataset(rows)],
    });
    const [, reported, written] = result.nodeResults ?? [];
    expect(reported?.warnings).toEqual([
      '1 value of "day" became null: "2024-02-30". "format" has to be the form of the dates, such as "%d.%m.%Y".',
    ]);
    expect(written?.rows).toBe(rows);
  });

  it('says how to make numbers of texts with signs', async () => {
    const nodes = {
      in: IN,
      priced: ['calculatedColumn', { column_name: 'price', expression: '"$1,234.50"' }],
      node: ['castDtypes', { casts: { price: 'float' }, errors: 'coerce' }],
      out: OUT,
    } as const;
    const edges = 'in>priced priced>node node>out';
    const inputs = [await dataset(rows)];
    const { nodeResults } = await flow.execute({ engine, nodes, edges, inputs });
    expect(nodeResults?.[2]?.warnings).toEqual([
      `${rows} values of "price" became null, such as "$1,234.50". Remove such signs first: replaceValues with to_replace "[$,]", value "" and regex true.`,
    ]);
  });

  it('reports the texts that are no dates', async () => {
    const config = { columns: ['day'], errors: 'coerce' };
    expect(await warningsOf(engine, rows, ['parseDates', config])).toEqual([
      '1 value of "day" became null: "2024-02-30". "format" has to be the form of the dates, such as "%d.%m.%Y".',
    ]);
  });

  it('reports nothing when no value is lost', async () => {
    const config = { casts: { float: 'string', nothing: 'string' }, errors: 'coerce' };
    expect(await warningsOf(engine, rows, ['castDtypes', config])).toBeUndefined();
  });

  it('reports the columns in which nulls remain', async () => {
    expect(await warningsOf(engine, rows, ['fillNulls', { strategy: 'mean' }])).toEqual([
      '"text" still has 1 null. The node does not change this column.',
      '"day" still has 1 null. The node does not change this column.',
      `"nothing" still has ${rows} nulls.`,
    ]);
  });

  it('reports the nulls before the first value that is filled forward', async () => {
    const columns = ['text', 'nothing'];
    const config = { strategy: 'ffill', columns };
    expect(await warningsOf(engine, rows, ['fillNulls', config])).toEqual([
      `"nothing" still has ${rows} nulls.`,
    ]);
  });

  it('reports nothing of columns that a constant fills', async () => {
    const config = { strategy: 'constant', value: '0', columns: ['text', 'nothing'] };
    expect(await warningsOf(engine, rows, ['fillNulls', config])).toBeUndefined();
  });

  it('has the warnings in a preview of the node', async () => {
    const { scratch, store } = flow.workspace;
    const inputs = [await dataset(rows)];
    const nodes = { in: IN, node: ['parseDates', { columns: ['day'] }] } as const;
    const spec = specOf({ engine, nodes, edges: 'in>node', inputs });
    const job = {
      kind: 'preview' as const,
      ...spec,
      nodeId: 'node',
      limit: 2,
      profile: false,
      localTime: '2024-01-01T00:00:00',
    };
    const options = { engine: await loadEngine(engine), store, scratch, lookup: nodeOfType };
    const preview = await previewFlow(job, options);
    expect(preview.warnings).toEqual([
      {
        nodeId: 'node',
        message:
          '1 value of "day" became null: "2024-02-30". "format" has to be the form of the dates, such as "%d.%m.%Y".',
      },
    ]);
  });
});

describe.each(ENGINES)('a table of many columns on %s', (engine) => {
  const names = Array.from({ length: 23 }, (_, index) => `c${index}`);
  const row = (cell: string): Row => Object.fromEntries(names.map((name) => [name, cell]));
  const warnings = async (node: NodeOfFlow): Promise<readonly string[] | undefined> => {
    const columns = names.map((name) => ({ name, type: 'string' }) as const);
    const rows = [row('x'), row('1'), row('y')];
    const { nodeResults } = await flow.execute({
      engine,
      nodes: { in: IN, cast: ['castDtypes', castsOf(names)], node, out: OUT },
      edges: 'in>cast cast>node node>out',
      inputs: [await storeDataset(flow.workspace, { id: 'w', columns, rows }, 'in')],
    });
    return nodeResults?.[node[0] === 'limitRows' ? 1 : 2]?.warnings;
  };

  it('has a warning for each of twenty columns with lost values, and one for the others', async () => {
    const found = await warnings(['limitRows', { n: 3 }]);
    expect(found?.length).toBe(21);
    expect(found?.slice(19)).toEqual([
      '2 values of "c19" became null, such as "x", "y".',
      'So did 6 values of 3 other columns.',
    ]);
  });

  it('has a warning for each of twenty columns with nulls, and one for the others', async () => {
    const found = await warnings(['fillNulls', { strategy: 'ffill', columns: names }]);
    expect(found?.slice(19)).toEqual(['"c19" still has 1 null.', 'So have 3 other columns.']);
  });
});

function castsOf(names: readonly string[]): object {
  const casts = Object.fromEntries(names.map((name) => [name, 'integer']));
  return { casts, errors: 'coerce' };
}
