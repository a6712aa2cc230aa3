import { IN, OUT, useFlowExecution } from '../../test/support/flow-execution.ts';

const flows = useFlowExecution();

const nodes = {
  in: IN,
  renamed: ['renameColumns', { mapping: { amount: 'paid' } }],
  doubled: ['calculatedColumn', { column_name: 'twice', expression: 'paid * 2' }],
  out: OUT,
} as const;
const edges = 'in>renamed renamed>doubled doubled>out';

describe('the time of a node', () => {
  it('is shared by the nodes of one lazy plan, which name each other', async () => {
    const { nodeResults } = await flows.execute({
      nodes,
      edges,
      inputs: [await flows.dataset(110_000)],
    });
    const results = new Map((nodeResults ?? []).map((result) => [result.node_id, result]));
    const fused = ['renamed', 'doubled', 'out'];
    for (const id of fused) {
      expect(results.get(id)?.fused_with).toEqual(fused.filter((other) => other !== id));
      expect(results.get(id)?.total_ms).toBe(results.get('out')?.total_ms);
      expect(results.get(id)?.total_ms).toBeGreaterThanOrEqual(results.get(id)?.duration_ms ?? NaN);
    }
    expect(results.get('in')?.fused_with).toBeUndefined();
  });

  it('is its own where the engine evaluates each node', async () => {
    const { nodeResults } = await flows.execute({
      engine: 'pandas',
      nodes,
      edges,
      inputs: [await flows.dataset(110_000)],
    });
    expect((nodeResults ?? []).map(({ fused_with }) => fused_with)).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
  });

  it('includes the writing of the file of an output node', async () => {
    const { store } = flows.workspace;
    let now = 0;
    const putFile = store.putFile.bind(store);
    store.putFile = async (key, file) => {
      now += 500;
      return await putFile(key, file);
    };
    const flow = {
      engine: 'pandas',
      nodes: { in: IN, out: OUT },
      edges: 'in>out',
      inputs: [await flows.dataset(3)],
    } as const;
    const { nodeResults } = await flows.execute(flow, { elapsed: () => now });
    expect((nodeResults ?? []).map(({ duration_ms }) => duration_ms)).toEqual([0, 500]);
    expect(nodeResults?.[1]?.total_ms).toBe(500);
  });
});
