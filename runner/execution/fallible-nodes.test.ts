import { ENGINES } from '../domain/engine.ts';
import type { TestFlow } from '../../test/support/flow-workspace.ts';
import { IN, OUT, statuses, useFlowExecution } from '../../test/support/flow-execution.ts';

const flows = useFlowExecution();

/** Two rows are collected at every node; 200,001 rows stay a lazy plan in polars. */
const SIZES = [2, 200_001];
const CASES = ENGINES.flatMap((engine) => SIZES.map((rows) => ({ engine, rows })));

const OVERFLOW = {
  column_name: 'product',
  expression: '(id + 1) * 9223372036854775807',
} as const;
const STRICT = { column_name: 'number', expression: 'cast(shop as integer)' } as const;

type Nodes = TestFlow['nodes'];

describe.each(CASES)('$engine with $rows rows', ({ engine, rows }) => {
  async function statusesOf(nodes: Nodes, edges: string): Promise<Record<string, string>> {
    const input = await flows.dataset(rows);
    return statuses(await flows.execute({ engine, nodes, edges, inputs: [input] }));
  }

  it('fails the node of an integer overflow though a later node drops the column', async () => {
    const nodes: Nodes = {
      in: IN,
      product: ['calculatedColumn', OVERFLOW],
      drop: ['dropColumns', { columns: ['product'] }],
      out: OUT,
    };
    expect(await statusesOf(nodes, 'in>product product>drop drop>out')).toEqual({
      in: 'success',
      product: 'failed',
      drop: 'skipped',
      out: 'skipped',
    });
  });

  it('fails the node of a running sum beyond 64 bits though a later filter drops its row', async () => {
    const product = { column_name: 'large', expression: 'id * 0 + 9223372036854775807' };
    const total = { function: 'cumsum', target: 'large', new_column: 'total' };
    const nodes: Nodes = {
      in: IN,
      large: ['calculatedColumn', product],
      total: ['windowFunction', { ...total, order_by: ['shop', 'id'] }],
      some: ['filterRows', { column: 'shop', operator: 'isnull' }],
      out: OUT,
    };
    expect(await statusesOf(nodes, 'in>large large>total total>some some>out')).toMatchObject({
      large: 'success',
      total: 'failed',
      some: 'skipped',
    });
  });

  it('fails the node of a strict cast though a later filter drops its invalid rows', async () => {
    const nodes: Nodes = {
      in: IN,
      cast: ['calculatedColumn', STRICT],
      some: ['filterRows', { column: 'shop', operator: 'isnull' }],
      out: OUT,
    };
    expect(await statusesOf(nodes, 'in>cast cast>some some>out')).toMatchObject({
      cast: 'failed',
      some: 'skipped',
    });
  });

  it('fails the node of a strict cast though a later limit keeps only valid rows', async () => {
    const nodes: Nodes = {
      in: IN,
      cast: ['castDtypes', { casts: { shop: 'integer' } }],
      first: ['limitRows', { n: 1 }],
      out: OUT,
    };
    expect(await statusesOf(nodes, 'in>cast cast>first first>out')).toMatchObject({
      cast: 'failed',
      first: 'skipped',
    });
  });

  it('casts only the rows that an earlier filter keeps', async () => {
    const nodes: Nodes = {
      in: IN,
      some: ['filterRows', { column: 'shop', operator: 'isnull' }],
      cast: ['castDtypes', { casts: { shop: 'integer' } }],
      out: OUT,
    };
    expect(await statusesOf(nodes, 'in>some some>cast cast>out')).toMatchObject({
      cast: 'success',
      out: 'success',
    });
  });
});
