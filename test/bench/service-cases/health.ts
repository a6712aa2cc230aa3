import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ENGINES } from '../../../runner/domain/engine.ts';
import { writeOrders } from '../data.ts';
import { pipelineFlow } from '../flows.ts';
import { quantile } from '../statistics.ts';
import { requestRival } from './request-cases.ts';
import type { OpenRival } from './rival.ts';
import { runMany } from './small-runs.ts';

const ROWS = 200_000;
const RUNS = 24;
const AT_ONCE = 8;
const PROBE_EVERY_MS = 20;

/** /health while eight runs execute: its 95th percentile is the wall time, the runs are the processor time. */
export async function healthCases(scratch: string): Promise<OpenRival> {
  const csv = path.join(scratch, 'orders.csv');
  await writeOrders(csv, ROWS);
  return requestRival(async (service) => {
    const flow = await service.createFlow(pipelineFlow(await service.upload(csv)));
    return ENGINES.map((engine) => ({
      name: `/health, 95th percentile, while ${AT_ONCE} runs execute on ${engine}`,
      work: async (): Promise<number> => {
        const probes: number[] = [];
        let isOver = false;
        const runs = runMany(service, { flow, engine, runs: RUNS, atOnce: AT_ONCE }).finally(() => {
          isOver = true;
        });
        const probing = async (): Promise<void> => {
          while (!isOver) {
            probes.push(await service.health());
            await delay(PROBE_EVERY_MS);
          }
        };
        await Promise.all([runs, probing()]);
        return quantile(probes, 0.95);
      },
    }));
  });
}
