import path from 'node:path';
import { ENGINES, type Engine } from '../../../runner/domain/engine.ts';
import { writeOrders } from '../data.ts';
import { smallFlow } from '../flows.ts';
import { measureWork, processorMsOfStart, type WorkCost } from '../measure-work.ts';
import { BenchService } from '../service.ts';
import { patiently } from './patiently.ts';
import type { OpenRival, RivalPlace } from './rival.ts';

/** The start on an existing database, and the first small run after it on each engine. */
export async function startUpCases(scratch: string): Promise<OpenRival> {
  const csv = path.join(scratch, 'small.csv');
  await writeOrders(csv, 1_000);
  return async (place) => {
    const flow = await onService(place, (service) =>
      patiently('The preparation of a service', async () =>
        service.createFlow(smallFlow(await service.upload(csv))),
      ),
    );
    const firstRun = (engine: Engine): Promise<WorkCost> =>
      onService(place, async (service) => {
        // The start has work of its own after the first answer.
        await processorMsOfStart(service.pid);
        return measureWork(service.pid, () => service.run(flow, engine));
      });
    return {
      cases: [
        { name: 'start on an existing database', measure: () => onService(place, costOfStart) },
        ...ENGINES.map((engine) => ({
          name: `first run of 1,000 rows after a start, on ${engine}`,
          measure: () => firstRun(engine),
        })),
      ],
      close: () => Promise.resolve(),
    };
  };
}

async function costOfStart(service: BenchService): Promise<WorkCost> {
  return { wallMs: service.startMs, processorMs: await processorMsOfStart(service.pid) };
}

/** Starts a service for some work, and stops it afterwards. */
export async function onService<T>(
  { root, dataDir }: RivalPlace,
  work: (service: BenchService) => Promise<T>,
): Promise<T> {
  const service = await BenchService.start(dataDir, { root });
  try {
    return await work(service);
  } finally {
    await service.stop();
  }
}
