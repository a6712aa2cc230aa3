import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import {
  lowerPriority,
  RUNNER_NICENESS,
} from '../../api/execution/executors/local/process/process-priority.ts';
import type { Engine } from '../../runner/domain/engine.ts';
import { BenchService } from './service.ts';

/** Time until the result, and the peak of resident memory of the process that computed it. */
export interface Cost {
  readonly seconds: number;
  readonly peakMb: number;
}

/** A flow and a script that does the same work. */
export interface Rivals {
  /** The data folder of a stopped service. */
  readonly dataDir: string;
  readonly flow: string;
  readonly engine: Engine;
  readonly python: string;
  /** The script, which prints its peak memory in MB, and its arguments. */
  readonly argv: readonly string[];
}

/** How long the service takes to replace the runner of a large run. */
const REPLACEMENT_MS = 1_000;
const PEAK_SAMPLE_MS = 5;

/**
 * Measures a flow and a script alternately, so that other load affects both. Starts the service first,
 * so that the peak of its runners excludes earlier work.
 * @returns of each the shortest time, since other load only adds to it, and the highest peak, since
 *   runners are reused
 */
export async function measureRivals(
  { dataDir, flow, engine, python, argv }: Rivals,
  rounds: number,
): Promise<{ readonly ours: Cost; readonly script: Cost }> {
  const service = await BenchService.start(dataDir);
  try {
    const ours: Cost[] = [];
    const scripts: Cost[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await costOfRun(service, flow, engine));
      await delay(REPLACEMENT_MS);
      scripts.push(await costOfScript(python, argv));
    }
    return { ours: summary(ours), script: summary(scripts) };
  } finally {
    await service.stop();
  }
}

async function costOfRun(service: BenchService, flow: string, engine: Engine): Promise<Cost> {
  let peakMb = 0;
  // The service may replace the runner right after the run, so the peak is read during the run.
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, service.runnerPeakMb());
  }, PEAK_SAMPLE_MS);
  const seconds = (await service.run(flow, engine)) / 1000;
  clearInterval(watch);
  return { seconds, peakMb };
}

async function costOfScript(python: string, argv: readonly string[]): Promise<Cost> {
  const started = performance.now();
  // Like a runner: at default priority, other load would slow down only the service.
  const child = spawn(python, argv, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.pid !== undefined) await lowerPriority(child.pid, RUNNER_NICENESS.small);
  const printed = await text(child.stdout);
  const seconds = (performance.now() - started) / 1000;
  const peakMb = Number.parseInt(printed, 10);
  if (Number.isNaN(peakMb)) throw new Error(`The script failed: ${argv.join(' ')}`);
  return { seconds, peakMb };
}

function summary(costs: readonly Cost[]): Cost {
  return {
    seconds: Math.min(...costs.map((cost) => cost.seconds)),
    peakMb: Math.max(...costs.map((cost) => cost.peakMb)),
  };
}
