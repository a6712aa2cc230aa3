import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pythonEnvironment } from '../support/python-environment.ts';
import { writeCustomers, writeOrders } from './data.ts';
import { joinFlow, pipelineFlow, sortFlow } from './flows.ts';
import { BenchService } from './service.ts';
import { median, type Figure } from './statistics.ts';
import { UnmeasurableError } from './unmeasurable-error.ts';

const ROUNDS = 5;

interface Case {
  readonly name: string;
  /** Name of the baseline scripts, `<script>_polars.py` and `<script>_pandas.py`. */
  readonly script: string;
  readonly files: readonly string[];
  readonly graph: (datasetIds: readonly string[]) => object;
}

interface Cost {
  readonly seconds: number;
  readonly peakMb: number;
}

const BOUNDS = {
  polars: { time: 1, memory: 1.2 },
  pandas: { time: 2, memory: 3 },
} as const;

/** Large files, relative to a Python script with the same work, including its start. */
export async function benchLargeFiles(scratch: string): Promise<readonly Figure[]> {
  const python = await pythonEnvironment();
  if (python.kind === 'missing') throw new UnmeasurableError(python.reason);
  const orders = path.join(scratch, 'orders.csv');
  const million = path.join(scratch, 'million.csv');
  const customers = path.join(scratch, 'customers.csv');
  await writeOrders(orders, 2_000_000);
  await writeOrders(million, 1_000_000, 100_000);
  await writeCustomers(customers, 100_000);
  const cases: readonly Case[] = [
    {
      name: '2 M rows: filter, column, group, sort',
      script: 'pipeline',
      files: [orders],
      graph: ([id = '']) => pipelineFlow(id),
    },
    {
      name: 'join of 1 M with 100 k rows',
      script: 'join',
      files: [million, customers],
      graph: ([left = '', right = '']) => joinFlow(left, right),
    },
    {
      name: 'sort of 1 M rows',
      script: 'sort',
      files: [million],
      graph: ([id = '']) => sortFlow(id),
    },
  ];
  const figures: Figure[] = [];
  for (const [index, each] of cases.entries()) {
    for (const engine of ['polars', 'pandas'] as const) {
      const dataDir = path.join(scratch, `data-${index}-${engine}`);
      figures.push(...(await compare(each, engine, { interpreter: python.python, dataDir })));
    }
  }
  return figures;
}

async function compare(
  each: Case,
  engine: 'polars' | 'pandas',
  at: { interpreter: string; dataDir: string },
): Promise<Figure[]> {
  const output = `${at.dataDir}.parquet`;
  const script = path.join(import.meta.dirname, 'baselines', `${each.script}_${engine}.py`);
  const bare = best(() => runScript(at.interpreter, [script, ...each.files, output]));
  const ours = await costOfOurs(each, engine, at.dataDir);
  const bound = BOUNDS[engine];
  return [
    {
      name: `${each.name}, ${engine}: time over bare Python (${ours.seconds.toFixed(2)} s / ${bare.seconds.toFixed(2)} s)`,
      value: ours.seconds / bare.seconds,
      unit: '×',
      bound: { kind: 'at most', value: bound.time },
    },
    {
      name: `${each.name}, ${engine}: peak memory over bare Python (${ours.peakMb.toFixed(0)} MB / ${bare.peakMb.toFixed(0)} MB)`,
      value: ours.peakMb / bare.peakMb,
      unit: '×',
      bound: { kind: 'at most', value: bound.memory },
    },
  ];
}

// Restarts the service between upload and run, so that the peak memory of runners excludes the upload.
async function costOfOurs(each: Case, engine: string, dataDir: string): Promise<Cost> {
  const loader = await BenchService.start(dataDir);
  const ids: string[] = [];
  for (const file of each.files) ids.push(await loader.upload(file));
  const flow = await loader.createFlow(each.graph(ids));
  await loader.stop();
  const service = await BenchService.start(dataDir);
  try {
    const seconds: number[] = [];
    let peakMb = 0;
    for (let round = 0; round < ROUNDS; round++) {
      // The service replaces a runner after a large run, so the peak is read during the run.
      const watch = setInterval(() => {
        peakMb = Math.max(peakMb, service.runnerPeakMb());
      }, 5);
      seconds.push((await service.run(flow, engine)) / 1000);
      clearInterval(watch);
      // The next run should find a ready runner, as usual.
      await delay(1_000);
    }
    return { seconds: median(seconds), peakMb };
  } finally {
    await service.stop();
  }
}

function best(measure: () => Cost): Cost {
  const costs = Array.from({ length: ROUNDS }, measure);
  return {
    seconds: median(costs.map((cost) => cost.seconds)),
    peakMb: median(costs.map((cost) => cost.peakMb)),
  };
}

function runScript(interpreter: string, argv: readonly string[]): Cost {
  const started = performance.now();
  const done = spawnSync(interpreter, argv, { encoding: 'utf8' });
  const seconds = (performance.now() - started) / 1000;
  if (done.status !== 0) throw new Error(`${argv[0] ?? ''}: ${done.stderr}`);
  return { seconds, peakMb: Number(done.stdout.trim()) };
}
