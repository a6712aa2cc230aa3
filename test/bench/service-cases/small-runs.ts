import path from 'node:path';
import { ENGINES, type Engine } from '../../../runner/domain/engine.ts';
import { writeOrders } from '../data.ts';
import { smallFlow } from '../flows.ts';
import type { BenchService } from '../service.ts';
import { median } from '../statistics.ts';
import { requestRival, type RequestCase } from './request-cases.ts';
import type { OpenRival } from './rival.ts';

const RUNS = 40;
const AT_ONCE = 8;
/** Until the code of each runner is compiled. */
const WARM_UP_RUNS = 200;
const EXPORTS = 100;

/** Runs of four nodes on 1,000 rows, one at a time and several at once, and exports of the flow. */
export async function smallRunsCases(scratch: string): Promise<OpenRival> {
  const csv = path.join(scratch, 'small.csv');
  await writeOrders(csv, 1_000);
  return requestRival(async (service) => {
    const flow = await service.createFlow(smallFlow(await service.upload(csv)));
    const cases: RequestCase[] = [];
    for (const engine of ENGINES) {
      await runMany(service, { flow, engine, runs: WARM_UP_RUNS, atOnce: AT_ONCE });
      for (const atOnce of [1, AT_ONCE]) {
        const how = atOnce === 1 ? 'one at a time' : `${atOnce} at once`;
        cases.push({
          name: `${RUNS} runs of 1,000 rows, ${how}, on ${engine}`,
          work: () => runMany(service, { flow, engine, runs: RUNS, atOnce }),
        });
      }
    }
    await medianExport(service, flow, 2 * EXPORTS);
    cases.push({
      name: `median of ${EXPORTS} exports`,
      work: () => medianExport(service, flow, EXPORTS),
    });
    return cases;
  });
}

/** Exports a flow several times. @returns the median of the milliseconds from request to answer */
async function medianExport(service: BenchService, flow: string, exports: number): Promise<number> {
  const times: number[] = [];
  for (let done = 0; done < exports; done++) times.push(await service.export(flow));
  return median(times);
}

interface Runs {
  readonly flow: string;
  readonly engine: Engine;
  readonly runs: number;
  readonly atOnce: number;
}

/** Runs a flow several times, with so many runs at once. */
export async function runMany(service: BenchService, many: Runs): Promise<undefined> {
  let left = many.runs;
  const worker = async (): Promise<void> => {
    while (left-- > 0) await service.run(many.flow, many.engine);
  };
  await Promise.all(Array.from({ length: many.atOnce }, worker));
}
