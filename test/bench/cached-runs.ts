import path from 'node:path';
import { ENGINES, type Engine } from '../../runner/domain/engine.ts';
import { exactJson } from '../../runner/domain/exact-json.ts';
import { objectKeys } from '../../runner/domain/object-keys.ts';
import type { InputBinding } from '../../runner/domain/run-spec.ts';
import { readGraph } from '../../runner/graph/read-graph.ts';
import { executeRun } from '../../runner/process/execute-run.ts';
import type { Runtime } from '../../runner/process/runtime.ts';
import { ingestCsv, openBenchRuntime } from './bench-dataset.ts';
import { writeOrders } from './data.ts';
import { median, type Figure } from './statistics.ts';

const ROWS = 1_000_000;
const ROUNDS = 5;

/** The times of a round, in milliseconds. */
interface Round {
  readonly plain: number;
  readonly first: number;
  readonly second: number;
  readonly edited: number;
}

/** Sorts orders, joins them with the totals of their customers, and aggregates by a column. */
function flow(column: string, cache: boolean): object {
  const nodes = [
    ['in', 'fileInput', { dataset_id: 'orders', format: 'csv' }],
    ['sorted', 'sortRows', { columns: ['amount', 'order_id'], ascending: [false, true] }],
    ['totals', 'groupByAggregate', { group_by: ['customer'], aggregations: { amount: 'sum' } }],
    ['both', 'join', { on: 'customer', how: 'left' }],
    ['by', 'groupByAggregate', { group_by: [column], aggregations: { amount_y: 'max' } }],
    ['out', 'fileOutput', { format: 'csv' }],
  ].map(([id, type, config]) => ({ id, type, data: { config } }));
  const edges = [
    { source: 'in', target: 'sorted' },
    { source: 'in', target: 'totals' },
    { source: 'sorted', target: 'both', targetHandle: 'left' },
    { source: 'totals', target: 'both', targetHandle: 'right' },
    { source: 'both', target: 'by' },
    { source: 'by', target: 'out' },
  ];
  return { nodes, edges, cache };
}

/** Runs with the cache on a flow of sort and join over 1,000,000 rows, relative to a run without it. */
export async function benchCachedRuns(scratch: string): Promise<readonly Figure[]> {
  const csv = path.join(scratch, 'orders.csv');
  await writeOrders(csv, ROWS);
  const runtime = openBenchRuntime(scratch);
  const input = await ingestCsv(runtime, csv);
  const figures: Figure[] = [];
  for (const engine of ENGINES) {
    await timeRound(runtime, input, engine);
    const rounds: Round[] = [];
    for (let at = 0; at < ROUNDS; at++) rounds.push(await timeRound(runtime, input, engine));
    figures.push(...figuresOf(engine, rounds));
  }
  runtime.store.close();
  return figures;
}

async function timeRound(runtime: Runtime, input: InputBinding, engine: Engine): Promise<Round> {
  const time = (graph: object): Promise<number> => timeRun(runtime, { graph, engine, input });
  await runtime.store.deletePrefix(objectKeys.cacheRoot());
  return {
    plain: await time(flow('day', false)),
    first: await time(flow('day', true)),
    second: await time(flow('day', true)),
    edited: await time(flow('quantity', true)),
  };
}

let runs = 0;

async function timeRun(
  runtime: Runtime,
  run: { readonly graph: object; readonly engine: Engine; readonly input: InputBinding },
): Promise<number> {
  const { engine, input } = run;
  const runId = `run-${++runs}`;
  const graph = readGraph(run.graph);
  const spec = { runId, flowName: 'bench', engine, graph, parameters: {}, inputs: [input] };
  await runtime.store.put(objectKeys.runSpec(runId), exactJson.stringify(spec));
  const started = performance.now();
  const result = await executeRun({ kind: 'run', runId, attempt: 1 }, runtime, () => undefined);
  if (result.status !== 'success') throw new Error(result.errorMessage ?? 'the run failed');
  return performance.now() - started;
}

function figuresOf(engine: Engine, rounds: readonly Round[]): readonly Figure[] {
  const of = (which: keyof Round): number => median(rounds.map((round) => round[which]));
  const plain = of('plain');
  const figure = (which: keyof Round, name: string): Figure => ({
    name: `${engine}: ${name} (${of(which).toFixed(0)} ms / ${plain.toFixed(0)} ms)`,
    value: of(which) / plain,
    unit: '×',
  });
  return [
    figure('first', 'a first run, which stores results'),
    {
      ...figure('second', 'an unchanged second run'),
      bound: { kind: 'at most', value: 0.3 },
    },
    {
      ...figure('edited', 'a run after a change of the last node'),
      bound: { kind: 'at most', value: 0.7 },
    },
  ];
}
