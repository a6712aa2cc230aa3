import path from 'node:path';
import { ENGINES, type Engine } from '../../runner/domain/engine.ts';
import { writeOrders } from './data.ts';
import { smallFlow } from './flows.ts';
import { measureWork, processorMsOfStart } from './measure-work.ts';
import { PRESENT_ROOT, type BenchService } from './service.ts';
import type { RivalPlace } from './service-cases/rival.ts';
import { runMany } from './service-cases/small-runs.ts';
import { onService } from './service-cases/start-up.ts';
import { median, type Figure } from './statistics.ts';

const STARTS = 5;
const RUNS = 40;
const AT_ONCE = 8;
/** Until the code of each runner is compiled. */
const RUNS_UNTIL_STEADY = 400;

interface Prepared {
  readonly dataDir: string;
  readonly flow: string;
}

/** What the first runs of a service that has warmed up take, over those of one that has had many. */
export async function benchAfterStart(scratch: string): Promise<readonly Figure[]> {
  const csv = path.join(scratch, 'small.csv');
  await writeOrders(csv, 1_000);
  const dataDir = path.join(scratch, 'data');
  const flow = await onService(placeOf(dataDir), async (service) =>
    service.createFlow(smallFlow(await service.upload(csv))),
  );
  const figures: Figure[] = [];
  for (const engine of ENGINES) {
    const firsts: number[] = [];
    const bursts: number[] = [];
    for (let start = 0; start < STARTS; start++) {
      firsts.push(await firstRunMs({ dataDir, flow }, engine));
      bursts.push(await firstBurstMs({ dataDir, flow }, engine));
    }
    const steady = await steadyState({ dataDir, flow }, engine);
    figures.push(
      {
        name: `${engine}: first small run after the warm-up over later ones (${median(firsts).toFixed(0)} ms / ${steady.wallMs.toFixed(0)} ms)`,
        value: median(firsts) / steady.wallMs,
        unit: '×',
        bound: { kind: 'at most', value: 3 },
      },
      {
        name: `${engine}: processor time of a run among the first ${RUNS}, ${AT_ONCE} at once, over later ones (${(median(bursts) / RUNS).toFixed(1)} ms / ${(steady.burstMs / RUNS).toFixed(1)} ms)`,
        value: median(bursts) / steady.burstMs,
        unit: '×',
        bound: { kind: 'at most', value: 1.8 },
      },
    );
  }
  return figures;
}

async function firstRunMs({ dataDir, flow }: Prepared, engine: Engine): Promise<number> {
  return await onService(placeOf(dataDir), async (service) => {
    // The start has work of its own after the first answer.
    await processorMsOfStart(service.pid);
    return service.run(flow, engine);
  });
}

async function firstBurstMs({ dataDir, flow }: Prepared, engine: Engine): Promise<number> {
  return await onService(placeOf(dataDir), async (service) => {
    await processorMsOfStart(service.pid);
    return burstMs(service, flow, engine);
  });
}

async function steadyState(
  { dataDir, flow }: Prepared,
  engine: Engine,
): Promise<{ readonly wallMs: number; readonly burstMs: number }> {
  return await onService(placeOf(dataDir), async (service) => {
    await runMany(service, { flow, engine, runs: RUNS_UNTIL_STEADY, atOnce: AT_ONCE });
    const walls: number[] = [];
    for (let run = 0; run < RUNS; run++) walls.push(await service.run(flow, engine));
    const bursts: number[] = [];
    for (let burst = 0; burst < STARTS; burst++) bursts.push(await burstMs(service, flow, engine));
    return { wallMs: median(walls), burstMs: median(bursts) };
  });
}

function placeOf(dataDir: string): RivalPlace {
  return { root: PRESENT_ROOT, dataDir };
}

/** Milliseconds of processor time of many runs. */
async function burstMs(service: BenchService, flow: string, engine: Engine): Promise<number> {
  const work = (): Promise<undefined> =>
    runMany(service, { flow, engine, runs: RUNS, atOnce: AT_ONCE });
  return (await measureWork(service.pid, work)).processorMs;
}
