import { execFile } from 'node:child_process';
import { copyFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { RUNNER_NICENESS } from '../../api/execution/executors/local/process/process-priority.ts';
import { pythonEnvironment } from '../support/python-environment.ts';
import { writeOrders } from './data.ts';
import { BenchService } from './service.ts';
import type { Figure } from './statistics.ts';
import { UnmeasurableError } from './unmeasurable-error.ts';

const ROUNDS = 3;
const SAMPLE_MS = 50;
const BASELINE = path.join(import.meta.dirname, 'upload-baseline.py');

/**
 * An upload of 2,000,000 rows: the API's memory must stay flat, and the time near that of copying the file,
 * converting it with polars in Python and computing the profile there.
 */
export async function benchUpload(scratch: string): Promise<readonly Figure[]> {
  const environment = await pythonEnvironment();
  if (environment.kind === 'missing') throw new UnmeasurableError(environment.reason);
  const file = path.join(scratch, 'orders.csv');
  await writeOrders(file, 2_000_000);
  const service = await BenchService.start(path.join(scratch, 'data'));
  try {
    const copies: number[] = [];
    const conversions: number[] = [];
    const uploads: number[] = [];
    // Alternately, so that other load affects all of them.
    for (let round = 0; round < ROUNDS; round++) {
      copies.push(await secondsOf(() => copyFile(file, path.join(scratch, 'copy.csv'))));
      const target = path.join(scratch, 'baseline.parquet');
      conversions.push(await convert(environment.python, file, target));
      uploads.push(await secondsOf(() => service.upload(file)));
    }
    // In a separate round, since summing the pages of a dozen processes takes a tenth of the time.
    const memory = new MemoryWatch(service);
    await memory.during(() => service.upload(file));
    const [copy, conversion, upload] = [copies, conversions, uploads].map((all) =>
      Math.min(...all),
    ) as [number, number, number];
    return [
      { name: 'upload and reading of 2,000,000 rows', value: upload, unit: 's' },
      {
        name: `the same over a copy (${copy.toFixed(2)} s) and polars in Python (${conversion.toFixed(2)} s)`,
        value: upload / (copy + conversion),
        unit: '×',
        bound: { kind: 'at most', value: 1.3 },
      },
      {
        name: 'growth of the API while uploading',
        value: memory.growthMb,
        unit: 'MB',
        bound: { kind: 'at most', value: 64 },
      },
      {
        name: 'memory of the whole process tree while uploading, at its peak',
        value: memory.treePeakMb,
        unit: 'MB',
        bound: { kind: 'at most', value: 600 },
      },
    ];
  } finally {
    await service.stop();
  }
}

/** Returns the seconds of the conversion in Python, without the start of the interpreter. */
async function convert(python: string, file: string, target: string): Promise<number> {
  const running = promisify(execFile)(python, [BASELINE, file, target]);
  // With the priority of a runner, since default priority would give it an advantage under load.
  if (running.child.pid !== undefined) os.setPriority(running.child.pid, RUNNER_NICENESS.large);
  return Number((await running).stdout);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** Samples the memory of a service during some work. */
class MemoryWatch {
  treePeakMb = 0;
  growthMb = 0;
  readonly #service: BenchService;
  readonly #before: number;

  constructor(service: BenchService) {
    this.#service = service;
    this.#before = service.residentMb();
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const watch = setInterval(() => {
      this.growthMb = Math.max(this.growthMb, this.#service.residentMb() - this.#before);
      this.treePeakMb = Math.max(this.treePeakMb, this.#service.treeMb());
    }, SAMPLE_MS);
    try {
      return await work();
    } finally {
      clearInterval(watch);
    }
  }
}
