import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ENGINES } from '../../runner/domain/engine.ts';
import { writeOrders } from './data.ts';
import { smallFlow } from './flows.ts';
import { processorMsOfStart } from './measure-work.ts';
import { BenchService } from './service.ts';
import { runMany } from './service-cases/small-runs.ts';
import type { Figure } from './statistics.ts';

const RUNS = 500;
const AT_ONCE = 8;
/** Runners that are idle have ended by then. */
const LATER_MS = 140_000;

/** The memory of a service with all of its processes; shared pages count once. */
export async function benchMemory(scratch: string): Promise<readonly Figure[]> {
  const csv = path.join(scratch, 'small.csv');
  await writeOrders(csv, 1_000);
  const dataDir = path.join(scratch, 'data');
  await (await BenchService.start(dataDir)).stop();
  const service = await BenchService.start(dataDir);
  try {
    await processorMsOfStart(service.pid);
    const idle = service.treeMb();
    const flow = await service.createFlow(smallFlow(await service.upload(csv)));
    for (const engine of ENGINES)
      await runMany(service, { flow, engine, runs: RUNS, atOnce: AT_ONCE });
    const after = service.treeMb();
    await delay(LATER_MS);
    return [
      figureOf('idle after a start', idle, 250),
      figureOf(`right after ${RUNS} runs on each engine`, after, 620),
      figureOf(`${LATER_MS / 1000} s later`, service.treeMb(), 290),
    ];
  } finally {
    await service.stop();
  }
}

function figureOf(name: string, value: number, bound: number): Figure {
  return { name: `memory ${name}`, value, unit: 'MB', bound: { kind: 'at most', value: bound } };
}
