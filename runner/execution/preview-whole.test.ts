import { COLUMNS, IN, rowsOf } from '../../test/support/flow-execution.ts';
import {
  openWorkspace,
  specOf,
  storeDataset,
  type TestFlow,
  type TestWorkspace,
} from '../../test/support/flow-workspace.ts';
import { ENGINES, type Engine } from '../domain/engine.ts';
import type { InputBinding } from '../domain/run-spec.ts';
import type { PreviewResult } from '../domain/runner-job.ts';
import { validateForPreview } from '../graph/validate-graph.ts';
import { nodeOfType } from '../nodes/index.ts';
import { loadEngine } from '../engine-adapters/load-engine.ts';
import { FlowEvaluation } from './flow-evaluation.ts';
import { previewByNode, previewFlow } from './preview-flow.ts';
import { previewWhole } from './preview-whole.ts';

/** Two rows are collected at once; 200,001 rows stay a lazy plan in polars. */
const SIZES = [2, 200_001];
const CASES = ENGINES.flatMap((engine) => SIZES.map((rows) => ({ engine, rows })));

let workspace: TestWorkspace;
const inputs = new Map<number, InputBinding>();

beforeAll(async () => {
  workspace = await openWorkspace();
  for (const size of SIZES) {
    const dataset = { id: `d${size}`, columns: COLUMNS, rows: rowsOf(size) };
    inputs.set(size, await storeDataset(workspace, dataset));
  }
});
afterAll(async () => {
  await workspace.close();
});

const HALF = { column_name: 'half', expression: 'amount / 2' };
const NEXT = { column_name: 'next', expression: 'id + 1' };
const OVERFLOW = { column_name: 'product', expression: '(id + 1) * 9223372036854775807' };
const LATE = { column: 'id', operator: '>=', value: 1 };

type Nodes = TestFlow['nodes'];

/** Flows whose nodes are previewed. */
const FLOWS: readonly (readonly [string, Nodes, string])[] = [
  [
    'filters below a sort, a projection and groups',
    {
      in: IN,
      half: ['calculatedColumn', HALF],
      sort: ['sortRows', { columns: ['shop', 'amount'], ascending: [false, true] }],
      late: ['filterRows', LATE],
      few: ['selectColumns', { columns: ['shop', 'amount'] }],
      total: ['groupByAggregate', { group_by: ['shop'], aggregations: { amount: 'max' } }],
      some: ['filterRows', { column: 'shop', operator: '!=', value: 's1' }],
    },
    'in>half half>sort sort>late late>few few>total total>some',
  ],
  [
    'columns that can fail',
    {
      in: IN,
      next: ['calculatedColumn', NEXT],
      late: ['filterRows', LATE],
      drop: ['dropColumns', { columns: ['next'] }],
      half: ['calculatedColumn', HALF],
      first: ['limitRows', { n: 3, offset: 1 }],
    },
    'in>next next>late late>drop drop>half half>first',
  ],
  [
    'a limit over rows in several parts',
    {
      in: IN,
      late: ['filterRows', LATE],
      all: ['concatRows'],
      first: ['limitRows', { n: 40_000, offset: 180_000 }],
      bins: ['binColumn', { column: 'id', method: 'equalwidth', bins: 3, new_column: 'part' }],
      high: ['filterRows', { column: 'id', operator: '>', value: 1 }],
    },
    'in>late in>all late>all all>first first>bins bins>high',
  ],
  [
    'a relation with two readers',
    {
      in: IN,
      late: ['filterRows', LATE],
      totals: ['groupByAggregate', { group_by: ['shop'], aggregations: { amount: 'mean' } }],
      join: ['join', { on: 'shop', how: 'left' }],
      all: ['concatRows'],
      half: ['filterRows', { column: 'shop', operator: '==', value: 's2' }],
    },
    'in>late late>totals late>join.left totals>join.right join>all late>all all>half',
  ],
  [
    'checks and charts',
    {
      in: IN,
      warn: ['assertNotNull', { columns: ['shop'], mode: 'warn' }],
      chart: ['chartBar', { x: 'shop', y: 'amount' }],
      unique: ['assertUnique', { columns: ['id'] }],
      late: ['filterRows', LATE],
    },
    'in>warn warn>chart chart>unique unique>late',
  ],
  [
    'a check that fails',
    {
      in: IN,
      known: ['assertNotNull', { columns: ['shop'] }],
      late: ['filterRows', LATE],
    },
    'in>known known>late',
  ],
  [
    'an overflow of a column that is dropped',
    {
      in: IN,
      product: ['calculatedColumn', OVERFLOW],
      drop: ['dropColumns', { columns: ['product'] }],
      first: ['limitRows', { n: 1 }],
    },
    'in>product product>drop drop>first',
  ],
  [
    'columns that only execution shows',
    {
      in: IN,
      first: ['limitRows', { n: 9 }],
      pivot: ['pivot', { index: ['id'], columns: 'shop', values: 'amount' }],
      late: ['filterRows', LATE],
    },
    'in>first first>pivot pivot>late',
  ],
];

async function opened(
  engine: Engine,
  flow: readonly [string, Nodes, string],
  targetId: string,
  rows: number,
) {
  const [, nodes, edges] = flow;
  const { graph, parameters, ...spec } = specOf({
    engine,
    nodes,
    edges,
    inputs: [inputs.get(rows)!],
  });
  const options = {
    engine: await loadEngine(engine),
    store: workspace.store,
    scratch: workspace.scratch,
    lookup: nodeOfType,
  };
  const localTime = '2026-11-22T00:00:00';
  const job = { ...spec, kind: 'preview', graph, parameters, localTime, nodeId: targetId } as const;
  const asked = { ...job, limit: 5, profile: true };
  const flowOf = () => {
    const plan = validateForPreview(graph, targetId, { lookup: nodeOfType, parameters });
    const evaluation = new FlowEvaluation(
      plan,
      { ...options, parameters, inputs: spec.inputs, localTime },
      ({ node }) => node === plan.target,
    );
    return { plan, targetId, evaluation };
  };
  return { options, asked, flowOf };
}

/** The preview, or the error that it ends with. */
async function outcome(preview: () => Promise<PreviewResult>): Promise<unknown> {
  try {
    return await preview();
  } catch (error) {
    return { error: String(error) };
  }
}

describe.each(CASES)('a preview on $engine of $rows rows', ({ engine, rows }) => {
  it.each(FLOWS)('is the same as node by node: %s', async (...flow) => {
    for (const targetId of Object.keys(flow[1])) {
      const { options, asked, flowOf } = await opened(engine, flow, targetId, rows);
      const byNode = await outcome(() => previewByNode(flowOf(), options, asked));
      const shown = await outcome(() => previewFlow(asked, options));
      expect({ targetId, shown }).toEqual({ targetId, shown: byNode });
    }
  });

  it('evaluates a flow without failures as a whole', async () => {
    for (const flow of FLOWS.slice(0, 4)) {
      const targetId = Object.keys(flow[1]).at(-1)!;
      const { options, asked, flowOf } = await opened(engine, flow, targetId, rows);
      expect(await previewWhole(flowOf(), options, asked)).not.toBeNull();
    }
  });
});
