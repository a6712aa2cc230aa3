import { globSync } from 'node:fs';
import path from 'node:path';
import { ENGINES, type Engine } from '../../runner/domain/engine.ts';
import { pythonEnvironment } from '../support/python-environment.ts';
import { writeLargeFiles } from './large-files.ts';
import { measureWork } from './measure-work.ts';
import { BenchService } from './service.ts';
import { median, quantile, type Figure } from './statistics.ts';
import { UnmeasurableError } from './unmeasurable-error.ts';
import { WarmPython } from './warm-python.ts';

const WARM_UPS = 2;
const PAIRS = 5;
/** By the script of the flow. Polars keeps the order of rows, and works in memory. */
const BOUNDS: Readonly<Record<Engine, Readonly<Record<string, number>>>> = {
  pandas: { pipeline: 1.8, join: 1.5, sort: 1.4 },
  polars: { pipeline: 1.1, join: 1.15, sort: 1.15 },
};

/**
 * Processor time of runs of large files over that of the same statements in one interpreter that stays warm. Both read
 * the file that the service stored, write Parquet and sync it.
 */
export async function benchByHand(scratch: string): Promise<readonly Figure[]> {
  const environment = await pythonEnvironment();
  if (environment.kind === 'missing') throw new UnmeasurableError(environment.reason);
  const dataDir = path.join(scratch, 'data');
  const output = path.join(scratch, 'baseline.parquet');
  const cases = await writeLargeFiles(scratch);
  const service = await BenchService.start(dataDir);
  const python = new WarmPython(environment.python);
  try {
    const figures: Figure[] = [];
    for (const { name, script, files, graph } of cases) {
      const ids: string[] = [];
      for (const file of files) ids.push(await service.upload(file));
      const flow = await service.createFlow(graph(ids, 'csv'));
      const stored = ids.map((id) => storedFile(dataDir, id));
      for (const engine of ENGINES) {
        const pairs = await inTurns(
          async () => (await measureWork(service.pid, () => service.run(flow, engine))).processorMs,
          () => python.processorMs(`${script}_${engine}`, stored, output),
        );
        figures.push(figureOf(`${name}, on ${engine}`, pairs, BOUNDS[engine][script]));
      }
    }
    return figures;
  } finally {
    python.stop();
    await service.stop();
  }
}

type Pair = readonly [ours: number, theirs: number];

async function inTurns(
  ours: () => Promise<number>,
  theirs: () => Promise<number>,
): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let pair = 0; pair < WARM_UPS + PAIRS; pair++) pairs.push([await ours(), await theirs()]);
  return pairs.slice(WARM_UPS);
}

function figureOf(name: string, pairs: readonly Pair[], bound = Number.NaN): Figure {
  const ratios = pairs.map(([ours, theirs]) => ours / theirs);
  const [ours, theirs] = [0, 1].map((side) => median(pairs.map((pair) => pair[side] ?? 0)));
  const range = [0, 1].map((q) => quantile(ratios, q).toFixed(2)).join(' to ');
  return {
    name: `${name}: processor time over by hand (${ours} ms / ${theirs?.toFixed(0)} ms; ${range})`,
    value: median(ratios),
    unit: '×',
    bound: { kind: 'at most', value: bound },
  };
}

function storedFile(dataDir: string, dataset: string): string {
  const [found] = globSync(path.join(dataDir, 'objects', 'datasets', dataset, '**', '*.parquet'));
  if (found === undefined) throw new Error(`The service stored no Parquet file of ${dataset}`);
  return found;
}
