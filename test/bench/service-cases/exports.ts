import path from 'node:path';
import { writeOrders } from '../data.ts';
import { smallFlow } from '../flows.ts';
import { median } from '../statistics.ts';
import { requestRival } from './request-cases.ts';
import type { OpenRival } from './rival.ts';

const EXPORTS = 100;
/** Until the code is compiled. */
const WARM_UP_EXPORTS = 200;

/** Exports of a flow of four nodes: the median of their times is the wall time, all are the processor time. */
export async function exportsCases(scratch: string): Promise<OpenRival> {
  const csv = path.join(scratch, 'small.csv');
  await writeOrders(csv, 1_000);
  return requestRival(async (service) => {
    const flow = await service.createFlow(smallFlow(await service.upload(csv)));
    const exportMany = async (many: number): Promise<number> => {
      const times: number[] = [];
      for (let done = 0; done < many; done++) times.push(await service.export(flow));
      return median(times);
    };
    await exportMany(WARM_UP_EXPORTS);
    return [
      {
        name: `export of a flow of four nodes, median of ${EXPORTS}`,
        work: () => exportMany(EXPORTS),
      },
    ];
  });
}
