import path from 'node:path';
import { writeCustomers, writeOrders } from './data.ts';
import { joinFlow, pipelineFlow, sortFlow } from './flows.ts';
import { BenchService } from './service.ts';
import { median, type Figure } from './statistics.ts';

const SMALL = 100_000;
const LARGE = 1_000_000;
// n log n from 100 k to 1 M is a factor of 12; the rest allows for cache misses.
const N_LOG_N = (LARGE * Math.log2(LARGE)) / (SMALL * Math.log2(SMALL));

/** Growth of the pandas engine's time when its input grows tenfold. */
export async function benchScaling(scratch: string): Promise<readonly Figure[]> {
  const service = await BenchService.start(path.join(scratch, 'data'));
  try {
    const customers = path.join(scratch, 'customers.csv');
    await writeCustomers(customers, 50_000);
    const customersId = await service.upload(customers);
    const [small, large] = [
      await upload(service, scratch, SMALL),
      await upload(service, scratch, LARGE),
    ];
    const figures: Figure[] = [];
    for (const [name, graph] of [
      ['group and sort', pipelineFlow],
      ['sort', sortFlow],
      ['join', (id: string) => joinFlow(id, customersId)],
    ] as const) {
      const growth = (await time(service, graph(large))) / (await time(service, graph(small)));
      figures.push({
        name: `${name}: time for 1 M rows over time for 100 k`,
        value: growth,
        unit: '×',
        bound: { kind: 'at most', value: Math.ceil(N_LOG_N * 1.5) },
      });
    }
    return figures;
  } finally {
    await service.stop();
  }
}

async function upload(service: BenchService, scratch: string, rows: number): Promise<string> {
  const file = path.join(scratch, `orders-${rows}.csv`);
  await writeOrders(file, rows);
  return service.upload(file);
}

async function time(service: BenchService, graph: object): Promise<number> {
  const flow = await service.createFlow(graph);
  const times: number[] = [];
  for (let round = 0; round < 5; round++) times.push(await service.run(flow, 'pandas'));
  return median(times);
}
