import path from 'node:path';
import { ENGINES, type Engine } from '../../../runner/domain/engine.ts';
import { writeOrders } from '../data.ts';
import { smallFlow } from '../flows.ts';
import type { BenchService } from '../service.ts';
import { requestRival, type RequestCase } from './request-cases.ts';
import type { OpenRival } from './rival.ts';

const RUNS = 40;
const AT_ONCE = 8;
/** Until the code of each runner is compiled. */
const WARM_UP_RUNS = 200;

/** Runs of four nodes on 1,000 rows, one at a time and several at once. */
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
    return cases;
  });
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
