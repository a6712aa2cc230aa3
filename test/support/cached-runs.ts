import type { RunResult } from '../../runner/domain/run-result.ts';
import {
  IN,
  OUT,
  TOTALS,
  useFlowExecution,
  type FlowExecution,
  type TestOptions,
} from './flow-execution.ts';
import type { TestFlow } from './flow-workspace.ts';

/** A flow with a filter, two branches that a join unites, a check, a chart and two files. */
export const NODES: TestFlow['nodes'] = {
  in: IN,
  few: ['filterRows', { column: 'amount', operator: '>', value: 3 }],
  sorted: ['sortRows', { columns: ['shop', 'amount'], ascending: [true, false] }],
  shops: TOTALS,
  both: ['join', { on: 'shop', how: 'inner' }],
  checked: [
    'assertValueRange',
    { column: 'amount_x', min: 0, max: 5, inclusive: true, mode: 'warn' },
  ],
  pie: ['shopChart'],
  out: OUT,
  parquet: ['fileOutput', { format: 'parquet' }],
};
export const EDGES =
  'in>few few>sorted few>shops sorted>both.left shops>both.right both>checked checked>out both>parquet few>pie';

/** What differs from the run of the flow above with the cache. */
export type Edit = Partial<TestFlow> & Pick<TestOptions, 'store'>;

export interface CachedRuns {
  readonly flows: FlowExecution;
  /** Runs a flow on a clock by which each node takes long enough to be stored. */
  readonly run: (rows: number, edit?: Edit) => Promise<RunResult>;
  /** The keys of all objects of the cache. */
  readonly keys: () => Promise<readonly string[]>;
  /** The files that a run wrote, as base64. */
  readonly files: (result: RunResult) => Promise<readonly string[]>;
}

/** Executes runs with the cache in a workspace per test. */
export function useCachedRuns(): CachedRuns {
  const flows = useFlowExecution();
  return {
    flows,
    run: async (rows, { store, ...edit } = {}) => {
      const inputs = edit.inputs ?? [await flows.dataset(rows)];
      const flow = { nodes: NODES, edges: EDGES, cache: true, ...edit, inputs };
      return await flows.execute(flow, { elapsed: slowClock(), ...(store && { store }) });
    },
    keys: async () => {
      const keys: string[] = [];
      for await (const { key } of flows.workspace.store.list('cache/')) keys.push(key);
      return keys;
    },
    files: async ({ outputs }) => {
      const { store } = flows.workspace;
      return await Promise.all(
        outputs.map(async ({ key }) => {
          const { body } = await store.get(key);
          return Buffer.concat(await body.toArray()).toString('base64');
        }),
      );
    },
  };
}

function slowClock(): () => number {
  let now = 0;
  return () => (now += 1_000);
}

/** What the nodes report, without times. */
export function reports(result: RunResult): readonly object[] {
  const times = { cached: null, duration_ms: null, total_ms: null, fused_with: null };
  return (result.nodeResults ?? []).map((node) => ({ ...node, ...times }));
}

/** The ids of the nodes that were executed, in order. */
export function executed({ nodeResults }: RunResult): readonly string[] {
  return (nodeResults ?? [])
    .filter(({ cached, status }) => cached !== true && status !== 'skipped')
    .map((node) => node.node_id);
}
