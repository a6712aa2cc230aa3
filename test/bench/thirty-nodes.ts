import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pythonEnvironment } from '../support/python-environment.ts';
import { measureRivals } from './cost.ts';
import { writeOrders } from './data.ts';
import { BenchService } from './service.ts';
import type { Figure } from './statistics.ts';
import { thirtyNodesFlow } from './thirty-nodes-flow.ts';
import { UnmeasurableError } from './unmeasurable-error.ts';

const ROUNDS = 5;
const BASELINES = path.join(import.meta.dirname, 'baselines');

/** The file that the baseline writes: rows and samples by node; rows where their number changes. */
interface Report {
  readonly rows: Readonly<Record<string, number>>;
  readonly samples: Readonly<Record<string, readonly (readonly unknown[])[]>>;
}

/**
 * A flow of 30 nodes on 2,000,000 rows of Parquet, relative to a lazy script in polars that yields the same
 * files, row counts and samples.
 */
export async function benchThirtyNodes(scratch: string): Promise<readonly Figure[]> {
  const environment = await pythonEnvironment();
  if (environment.kind === 'missing') throw new UnmeasurableError(environment.reason);
  const { python } = environment;
  const csv = path.join(scratch, 'orders.csv');
  const file = path.join(scratch, 'orders.parquet');
  await writeOrders(csv, 2_000_000);
  execFileSync(python, [path.join(BASELINES, 'to_parquet.py'), 'polars', csv, file]);
  const report = path.join(scratch, 'report.json');
  const outputs = ['best.parquet', 'monthly.parquet'].map((name) => path.join(scratch, name));
  const argv = [path.join(BASELINES, 'thirty_nodes_polars.py'), file, ...outputs, report];

  const dataDir = path.join(scratch, 'data');
  const loader = await BenchService.start(dataDir);
  const flow = await loader.createFlow(thirtyNodesFlow(await loader.upload(file)));
  const nodes = await loader.nodeResults(flow, 'polars');
  await loader.stop();

  const rivals = { dataDir, flow, engine: 'polars', python, argv } as const;
  const { ours, script } = await measureRivals(rivals, ROUNDS);
  assertSameResults(nodes, JSON.parse(readFileSync(report, 'utf8')) as Report);
  return [
    {
      name: `30 nodes on 2 M rows: time over a lazy script (${ours.seconds.toFixed(2)} s / ${script.seconds.toFixed(2)} s)`,
      value: ours.seconds / script.seconds,
      unit: '×',
      bound: { kind: 'at most', value: 1.2 },
    },
    {
      name: `30 nodes on 2 M rows: peak memory over a lazy script (${ours.peakMb.toFixed(0)} MB / ${script.peakMb.toFixed(0)} MB)`,
      value: ours.peakMb / script.peakMb,
      unit: '×',
    },
  ];
}

/** @throws Error when a figure would compare different work */
function assertSameResults(
  nodes: Awaited<ReturnType<BenchService['nodeResults']>>,
  { rows, samples }: Report,
): void {
  for (const node of nodes) {
    const expected = rows[node.node_id] ?? node.rows;
    if (node.rows !== expected) {
      throw new Error(`Node ${node.node_id} has ${node.rows} rows, in the script ${expected}`);
    }
    const sample = samples[node.node_id]?.flat();
    const ours = node.sample.flatMap((row) => Object.values(row));
    if (sample !== undefined && !isEqualSample(ours, sample)) {
      throw new Error(`The samples of node ${node.node_id} differ between the flow and the script`);
    }
  }
}

function isEqualSample(ours: readonly unknown[], script: readonly unknown[]): boolean {
  return (
    ours.length === script.length && ours.every((cell, place) => isEqualCell(cell, script[place]))
  );
}

/** Sums of floats differ in their last digits by the order of addition. */
function isEqualCell(one: unknown, other: unknown): boolean {
  if (typeof one !== 'number' || typeof other !== 'number') return one === other;
  return Math.abs(one - other) <= 1e-9 * Math.abs(other);
}
