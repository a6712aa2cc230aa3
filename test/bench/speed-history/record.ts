import os from 'node:os';
import path from 'node:path';
import type { WorkCost } from '../measure-work.ts';
import { changedFiles, resolveCommit } from '../older-root/older-root.ts';
import { openerOf } from '../service-cases/against.ts';
import { compareRivals, orAborted, type Bounds } from '../service-cases/compare.ts';
import { describeComparison, ratioOf, spreadOf, type Comparison } from '../service-cases/ratios.ts';
import type { Rival } from '../service-cases/rival.ts';
import { BenchService, PRESENT_ROOT } from '../service.ts';
import { appendSpeedLine, SPEED_HISTORY, type SpeedLine } from './speed-history.ts';
import { measureYardstick } from './yardstick.ts';

type SpeedFigure = SpeedLine['figures'][number];

/**
 * Measures benchmarks in turns with the yardstick, and appends a line to docs/speed-history.json.
 * @throws Error when files differ from the last commit, which the line names
 */
export async function recordSpeed(
  { names, scratch }: { readonly names: readonly string[]; readonly scratch: string },
  bounds: Bounds,
): Promise<void> {
  const { signal } = bounds;
  const history = path.relative(PRESENT_ROOT, SPEED_HISTORY);
  const changed = (await changedFiles(signal)).filter((file) => file !== history);
  if (changed.length > 0) {
    throw new Error(
      `The line would name a commit that is not what was measured. Commit or stash the changes of ${changed.join(', ')}`,
    );
  }
  const commit = await resolveCommit('HEAD', signal);
  const before = loadAverage();
  const figures: SpeedFigure[] = [];
  try {
    for (const benchmark of names) {
      console.log(`\n${benchmark}: over the yardstick, median (least to greatest; medians)`);
      const comparisons = await measure(benchmark, path.join(scratch, benchmark), bounds);
      figures.push(...comparisons.flatMap((each) => figureOf(benchmark, each) ?? []));
    }
  } finally {
    await BenchService.stopAll();
  }
  if (figures.length === 0) throw new Error('Nothing was measured in time: give more --minutes');
  appendSpeedLine({
    commit,
    date: new Date().toISOString(),
    machine: {
      cores: os.availableParallelism(),
      memoryGb: Math.max(1, Math.round(os.totalmem() / 1024 ** 3)),
      node: process.versions.node,
    },
    load: { before, after: loadAverage() },
    figures,
  });
  console.log(`\nA line was appended to ${history}.`);
}

async function measure(
  benchmark: string,
  folder: string,
  bounds: Bounds,
): Promise<readonly Comparison[]> {
  const open = await orAborted(bounds.signal, openerOf(benchmark, folder));
  const place = { root: PRESENT_ROOT, dataDir: path.join(folder, 'data') };
  const service = await orAborted(bounds.signal, open(place));
  try {
    return await compareRivals([service, yardsticksFor(service)], bounds, (comparison) => {
      console.log(describeComparison(comparison, ''));
    });
  } finally {
    await service.close();
  }
}

/** A rival that does the work of the yardstick for every case. */
function yardsticksFor({ cases }: Rival): Rival {
  return {
    cases: cases.map(({ name }) => ({ name, measure: measureYardstick })),
    close: () => Promise.resolve(),
  };
}

/** Null without pairs. */
export function figureOf(benchmark: string, { name, pairs }: Comparison): SpeedFigure | null {
  if (pairs.length === 0) return null;
  const ours = (of: keyof WorkCost): SpeedFigure['wallMs'] =>
    rounded(spreadOf(pairs.map((pair) => pair.ours[of])), 1);
  return {
    benchmark,
    case: name,
    processorMs: ours('processorMs'),
    wallMs: ours('wallMs'),
    ratio: rounded(ratioOf(pairs, 'processorMs'), 3),
    pairs: pairs.length,
  };
}

function rounded({ median, min, max }: SpeedFigure['ratio'], digits: number): SpeedFigure['ratio'] {
  const round = (value: number): number => Number(value.toFixed(digits));
  return { median: round(median), min: round(min), max: round(max) };
}

function loadAverage(): number {
  return Number((os.loadavg()[0] ?? 0).toFixed(1));
}
