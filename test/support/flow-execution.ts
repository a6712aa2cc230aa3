import type { ColumnSchema } from '../../runner/domain/column.ts';
import type { Row } from '../../runner/domain/json.ts';
import type { RunStep } from '../../runner/domain/run-progress.ts';
import type { RunResult } from '../../runner/domain/run-result.ts';
import type { InputBinding } from '../../runner/domain/run-spec.ts';
import { executeFlow } from '../../runner/execution/execute-flow.ts';
import { loadEngine } from '../../runner/engine-adapters/load-engine.ts';
import type { Operation } from '../../runner/expressions/operation.ts';
import { isNotNullOperation, isNullOperation } from '../../runner/expressions/operations/logic.ts';
import { call, columnReference } from '../../runner/expressions/typed-expression.ts';
import { DATAFRAME_OUT, defineNode, type AnyNode } from '../../runner/nodes/definition.ts';
import type { ScriptSettings } from '../../runner/scripts/script-settings.ts';
import { nodeOfType } from '../../runner/nodes/index.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import {
  openWorkspace,
  specOf,
  storeDataset,
  type TestFlow,
  type TestWorkspace,
} from './flow-workspace.ts';

/** The columns of the rows of `rowsOf`. */
export const COLUMNS: readonly ColumnSchema[] = [
  { name: 'id', type: 'integer' },
  { name: 'shop', type: 'string' },
  { name: 'amount', type: 'float' },
];

export const IN = ['fileInput', { dataset_id: 'd' }] as const;
export const OUT = ['fileOutput', { format: 'csv' }] as const;
export const TOTALS = [
  'groupByAggregate',
  { group_by: ['shop'], aggregations: { amount: 'sum' } },
] as const;

/** Returns rows with repeating shops, some null; sums of amounts are exact. */
export function rowsOf(count: number): Row[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    shop: id % 7 === 0 ? null : `s${id % 5}`,
    amount: id / 4,
  }));
}

/** An operation that fails in polars for some values. @param fails whether the plan knows it */
function strictNumber(id: string, fails: boolean): AnyNode {
  const operation: Operation = {
    name: 'strict number',
    type: 'integer',
    ...(fails ? { fails: 'cast' as const } : {}),
    polars: (build, ...args) => build.cast(args[0]!, 'integer', true),
    column: () => {
      throw new Error('not used');
    },
    pandas: (args) => args[0]!,
    pythonPolars: (args) => args[0]!,
  };
  return defineNode({
    id,
    label: id,
    category: 'columns',
    description: '',
    form: {},
    lower: (_config, inputs) => {
      const shop = columnReference({ name: 'shop', type: 'string' });
      return inputs.one().withColumns([{ name: 'number', expression: call(operation, shop) }]);
    },
  });
}

/** A node with two outputs: the rows with a shop and those without. */
const SPLIT = defineNode({
  id: 'split',
  label: 'split',
  category: 'clean',
  description: '',
  outputs: [
    { ...DATAFRAME_OUT, id: 'known' },
    { ...DATAFRAME_OUT, id: 'unknown' },
  ],
  form: {},
  lower: (_config, inputs) => {
    const shop = columnReference({ name: 'shop', type: 'string' });
    return {
      known: inputs.one().filter(call(isNotNullOperation, shop)),
      unknown: inputs.one().filter(call(isNullOperation, shop)),
    };
  },
});

/** A node that reports the sum of amounts by shop as a chart. */
const SHOP_CHART = defineNode({
  id: 'shopChart',
  label: 'shopChart',
  category: 'chart',
  description: '',
  form: {},
  lower: (_config, inputs) => {
    const input = inputs.one();
    const call = { name: 'amount', source: 'amount', aggregate: 'sum' } as const;
    const fields = { keys: 'shop', calls: 'amount' };
    const totals = input.aggregate(['shop'], [call], fields);
    const categories = totals.rename({ shop: 'label', amount: 'value' }, 'shop');
    const none = totals.slice({ offset: 0, length: 0 });
    const names = { title: '', category: 'shop', value: 'amount', aggregate: 'sum' } as const;
    return input.artifact({ kind: 'pie', ...names }, { categories, rest: none, total: none });
  },
});

/** Node types of the tests, in addition to the real ones. */
const SPECIAL: Readonly<Record<string, AnyNode>> = {
  strict: strictNumber('strict', false),
  checked: strictNumber('checked', true),
  split: SPLIT,
  shopChart: SHOP_CHART,
};

/** What a test may replace. */
export interface TestOptions {
  /** The monotonic clock of the run, in milliseconds. */
  readonly elapsed?: () => number;
  /** The bounds and programs of scripts. */
  readonly scripts?: ScriptSettings;
  /** Default: that of the workspace. */
  readonly store?: ObjectStore;
}

/** Executes flows in a workspace per test. */
export interface FlowExecution {
  readonly workspace: TestWorkspace;
  /** The result of the last execution. */
  readonly steps: readonly RunStep[];
  readonly defects: readonly unknown[];
  readonly dataset: (rows: number) => Promise<InputBinding>;
  readonly execute: (flow: TestFlow, options?: TestOptions) => Promise<RunResult>;
}

export function useFlowExecution(): FlowExecution {
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

  return {
    get workspace() {
      return workspace;
    },
    get steps() {
      return steps;
    },
    get defects() {
      return defects;
    },
    dataset: (rows) =>
      storeDataset(workspace, { id: `d${rows}`, columns: COLUMNS, rows: rowsOf(rows) }, 'in'),
    execute: async (flow, { elapsed = () => performance.now(), scripts, store } = {}) => {
      const spec = specOf(flow);
      return await executeFlow(
        { spec, attempt: 2 },
        {
          engine: await loadEngine(spec.engine),
          store: store ?? workspace.store,
          scratch: workspace.scratch,
          lookup: (type) => SPECIAL[type] ?? nodeOfType(type),
          clock: { now: () => new Date(0), elapsed },
          ...(scripts === undefined ? {} : { scripts }),
          onProgress: (step) => {
            steps.push(step);
            return undefined;
          },
          onDefect: (error) => defects.push(error),
        },
      );
    },
  };
}

/** Returns the status of each node. */
export function statuses(result: RunResult): Record<string, string> {
  return Object.fromEntries((result.nodeResults ?? []).map((n) => [n.node_id, n.status]));
}
