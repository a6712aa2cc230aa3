import { IN, OUT, statuses, TOTALS, useFlowExecution } from '../../test/support/flow-execution.ts';
import { ENGINES } from '../domain/engine.ts';
import type { NodeResult } from '../domain/run-result.ts';

const flows = useFlowExecution();

const BRANCHES = {
  in: IN,
  again: IN,
  cheap: ['filterRows', { column: 'amount', operator: '<', value: 20 }],
  same: ['filterRows', { value: '20', column: 'amount', operator: '<' }],
  dear: ['filterRows', { column: 'amount', operator: '>', value: 20 }],
  totals: TOTALS,
  totalsToo: TOTALS,
  out: OUT,
  second: OUT,
} as const;
const EDGES = 'in>cheap again>same in>dear cheap>totals same>totalsToo totals>out totalsToo>second';

describe.each(ENGINES)('nodes that do the same with the same data on %s', (engine) => {
  it.each([9, 110_000])('have equal results and name each other (%d rows)', async (rows) => {
    const input = await flows.dataset(rows);
    const inputs = [input, { ...input, nodeId: 'again' }];
    const result = await flows.execute({ engine, nodes: BRANCHES, edges: EDGES, inputs });
    expect(result.errorMessage).toBeNull();
    const node = (id: string): NodeResult | undefined =>
      result.nodeResults?.find(({ node_id }) => node_id === id);
    for (const [one = '', other = ''] of [
      ['in', 'again'],
      ['cheap', 'same'],
      ['totals', 'totalsToo'],
    ]) {
      const { rows: count, sample, columns } = node(one) ?? {};
      expect(sample).not.toHaveLength(0);
      expect(node(other)).toMatchObject({ status: 'success', rows: count, sample, columns });
      expect(node(one)?.fused_with).toContain(other);
      expect(node(other)?.fused_with).toContain(one);
    }
    const [first, second] = await Promise.all(
      result.outputs.map(({ key }) => flows.workspace.store.getText(key)),
    );
    expect(first).toBe(second);
    expect(first).toContain('shop');
  });

  it('fail each under their own name, and other branches continue', async () => {
    const bad = ['calculatedColumn', { column_name: 'n', expression: 'cast(shop as integer)' }];
    const nodes = { in: IN, one: bad, other: bad, fine: TOTALS, out: OUT } as const;
    const result = await flows.execute({
      engine,
      nodes: nodes as never,
      edges: 'in>one in>other in>fine fine>out',
      inputs: [await flows.dataset(9)],
    });
    expect(statuses(result)).toMatchObject({ one: 'failed', other: 'failed', fine: 'success' });
  });
});

it('fail together when a later node finds the failure of a lazy plan', async () => {
  const nodes = { in: IN, one: ['strict'], other: ['strict'], out: OUT, last: OUT } as const;
  const result = await flows.execute({
    nodes,
    edges: 'in>one in>other one>out other>last',
    inputs: [await flows.dataset(110_000)],
  });
  expect(statuses(result)).toEqual({
    in: 'success',
    one: 'failed',
    other: 'failed',
    out: 'skipped',
    last: 'skipped',
  });
});
