import { execFileSync } from 'node:child_process';
import path from 'node:path';
import type { Engine } from '../../runner/domain/engine.ts';
import type { FileFormat } from '../../runner/domain/file-format.ts';
import { pythonEnvironment } from '../support/python-environment.ts';
import { measureRivals } from './cost.ts';
import { writeCustomers, writeOrders } from './data.ts';
import { joinFlow, pipelineFlow, sortFlow } from './flows.ts';
import { BenchService } from './service.ts';
import type { Figure } from './statistics.ts';
import { UnmeasurableError } from './unmeasurable-error.ts';

const ROUNDS = 5;
const ENGINES = ['polars', 'pandas'] as const satisfies readonly Engine[];
const FORMATS = ['csv', 'parquet'] as const satisfies readonly FileFormat[];
const BASELINES = path.join(import.meta.dirname, 'baselines');

type Format = (typeof FORMATS)[number];

/** A flow over large files. */
export interface LargeFilesCase {
  readonly name: string;
  /** Name of the baseline scripts, `<script>_polars.py` and `<script>_pandas.py`. */
  readonly script: string;
  /** CSV files. */
  readonly files: readonly string[];
  readonly graph: (datasetIds: readonly string[], format: Format) => object;
}

/** A case on one engine, from files of one format. */
interface Comparison {
  readonly name: string;
  readonly engine: Engine;
  readonly format: Format;
  /** The baseline script and its arguments. */
  readonly argv: readonly string[];
  /** The id of the flow that reads the same files as datasets. */
  readonly flow: string;
}

/** By the format that the baseline reads. The service reads its own copy of the uploaded file. */
const BOUNDS: Readonly<
  Record<Engine, { readonly time: Readonly<Record<Format, number>>; readonly memory: number }>
> = {
  polars: { time: { csv: 0.7, parquet: 1.05 }, memory: 1 },
  pandas: { time: { csv: 0.8, parquet: 1 }, memory: 1.2 },
};

/** Large files, relative to a Python script with the same work, including its start. */
export async function benchLargeFiles(scratch: string): Promise<readonly Figure[]> {
  const environment = await pythonEnvironment();
  if (environment.kind === 'missing') throw new UnmeasurableError(environment.reason);
  const { python } = environment;
  const dataDir = path.join(scratch, 'data');
  const comparisons = await prepareComparisons(scratch, dataDir, python);
  const figures: Figure[] = [];
  for (const { name, engine, format, argv, flow } of comparisons) {
    const { ours, script } = await measureRivals({ dataDir, flow, engine, python, argv }, ROUNDS);
    const bound = BOUNDS[engine];
    figures.push(
      {
        name: `${name}: time over bare Python (${ours.seconds.toFixed(2)} s / ${script.seconds.toFixed(2)} s)`,
        value: ours.seconds / script.seconds,
        unit: '×',
        bound: { kind: 'at most', value: bound.time[format] },
      },
      {
        name: `${name}: peak memory over bare Python (${ours.peakMb.toFixed(0)} MB / ${script.peakMb.toFixed(0)} MB)`,
        value: ours.peakMb / script.peakMb,
        unit: '×',
        bound: { kind: 'at most', value: bound.memory },
      },
    );
  }
  return figures;
}

async function prepareComparisons(
  scratch: string,
  dataDir: string,
  python: string,
): Promise<readonly Comparison[]> {
  const cases = await writeLargeFiles(scratch);
  const service = await BenchService.start(dataDir);
  try {
    const comparisons: Comparison[] = [];
    for (const { each, engine, format } of combinations(cases)) {
      const files = each.files.map((csv) => fileOf(csv, { engine, format, python }));
      const ids: string[] = [];
      for (const file of files) ids.push(await service.upload(file));
      const script = path.join(BASELINES, `${each.script}_${engine}.py`);
      comparisons.push({
        name: `${each.name}, ${format} on ${engine}`,
        engine,
        format,
        argv: [script, ...files, path.join(scratch, 'baseline.parquet')],
        flow: await service.createFlow(each.graph(ids, format)),
      });
    }
    return comparisons;
  } finally {
    await service.stop();
  }
}

function combinations(
  cases: readonly LargeFilesCase[],
): readonly { readonly each: LargeFilesCase; readonly engine: Engine; readonly format: Format }[] {
  return cases.flatMap((each) =>
    ENGINES.flatMap((engine) => FORMATS.map((format) => ({ each, engine, format }))),
  );
}

/** The CSV file, or a Parquet file with its rows as the engine's library writes it. */
function fileOf(
  csv: string,
  as: { readonly engine: Engine; readonly format: Format; readonly python: string },
): string {
  if (as.format === 'csv') return csv;
  const parquet = csv.replace(/csv$/, `${as.engine}.parquet`);
  execFileSync(as.python, [path.join(BASELINES, 'to_parquet.py'), as.engine, csv, parquet]);
  return parquet;
}

/** Writes the files of all cases. */
export async function writeLargeFiles(scratch: string): Promise<readonly LargeFilesCase[]> {
  const orders = path.join(scratch, 'orders.csv');
  const million = path.join(scratch, 'million.csv');
  const customers = path.join(scratch, 'customers.csv');
  await writeOrders(orders, 2_000_000);
  await writeOrders(million, 1_000_000, 100_000);
  await writeCustomers(customers, 100_000);
  return [
    {
      name: '2 M rows: filter, column, group, sort',
      script: 'pipeline',
      files: [orders],
      graph: ([id = ''], format) => pipelineFlow(id, format),
    },
    {
      name: 'join of 1 M with 100 k rows',
      script: 'join',
      files: [million, customers],
      graph: ([left = '', right = ''], format) => joinFlow(left, right, format),
    },
    {
      name: 'sort of 1 M rows',
      script: 'sort',
      files: [million],
      graph: ([id = ''], format) => sortFlow(id, format),
    },
  ];
}
