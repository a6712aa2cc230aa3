import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ENGINES } from '../../runner/domain/engine.ts';
import { writeOrders } from './data.ts';
import { timeEngineAlone } from './engine-alone.ts';
import { pipelineFlow, smallFlow } from './flows.ts';
import { BenchService } from './service.ts';
import { median, quantile, type Figure } from './statistics.ts';

const RUNS = 40;
const AT_ONCE = 8;
/** Number of runs until a runner's code is compiled. */
const RUNS_UNTIL_WARM = 400;
/** Throughput is the median of these rounds. A round takes half a second, a garbage collection a tenth of it. */
const ROUNDS = 15;

interface Prepared {
  readonly service: BenchService;
  readonly small: string;
  readonly big: string;
}

/** Runs of four nodes on 1,000 rows: overhead of the service over the engine, idle and under load. */
export async function benchSmallRuns(scratch: string): Promise<readonly Figure[]> {
  const csv = path.join(scratch, 'small.csv');
  const bigCsv = path.join(scratch, 'big.csv');
  await writeOrders(csv, 1_000);
  await writeOrders(bigCsv, 2_000_000);
  const service = await BenchService.start(path.join(scratch, 'data'));
  try {
    const small = await service.createFlow(smallFlow(await service.upload(csv)));
    const big = await service.createFlow(pipelineFlow(await service.upload(bigCsv)));
    const figures: Figure[] = [];
    for (const engine of ENGINES) {
      for (let done = 0; done < RUNS_UNTIL_WARM; done += RUNS)
        await underLoad(service, small, engine);
      const graph = smallFlow('orders');
      const alone = median(await timeEngineAlone({ scratch, csv, graph }, engine, RUNS));
      const figuresOfEngine = await measure({ service, small, big }, engine, alone);
      figures.push(
        ...figuresOfEngine.map((each) => ({ ...each, name: `${engine}: ${each.name}` })),
      );
    }
    return figures;
  } finally {
    await service.stop();
  }
}

async function measure(prepared: Prepared, engine: string, alone: number): Promise<Figure[]> {
  const { service, small } = prepared;
  const oneByOne: number[] = [];
  const health: number[] = [];
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const times: number[] = [];
    for (let run = 0; run < RUNS; run++) times.push(await service.run(small, engine));
    ratios.push(sum(times) / (await underLoad(service, small, engine)));
    oneByOne.push(...times);
    health.push(...(await healthUnderLoad(service, small, engine)));
  }
  const single = median(oneByOne);
  return [
    {
      name: `POST to answer over the engine alone (${single.toFixed(1)} ms, ${alone.toFixed(1)} ms)`,
      value: single - alone,
      unit: 'ms',
      bound: { kind: 'at most', value: 20 },
    },
    {
      name: `throughput of ${RUNS} runs, ${AT_ONCE} at once, over one at a time`,
      value: median(ratios),
      unit: '×',
      bound: { kind: 'at least', value: 1.5 },
    },
    {
      name: 'health meanwhile, 95th percentile',
      value: quantile(health, 0.95),
      unit: 'ms',
      bound: { kind: 'at most', value: 50 },
    },
    {
      name: 'a small run beside a big one, over alone',
      value: (await besideBig(prepared, engine)) / single,
      unit: '×',
      bound: { kind: 'at most', value: 2 },
    },
  ];
}

/** Executes runs concurrently. @returns milliseconds for all of them */
async function underLoad(service: BenchService, flow: string, engine: string): Promise<number> {
  let left = RUNS;
  const started = performance.now();
  const worker = async (): Promise<void> => {
    while (left-- > 0) await service.run(flow, engine);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return performance.now() - started;
}

/** Measures /health during runs. Probes slow the runs down, so these rounds do not measure runs. */
async function healthUnderLoad(
  service: BenchService,
  flow: string,
  engine: string,
): Promise<number[]> {
  const health: number[] = [];
  const load = underLoad(service, flow, engine);
  const isBusy = pending(load);
  while (isBusy()) {
    health.push(await service.health());
    await delay(20);
  }
  await load;
  return health;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns the median time of small runs during a large one. */
async function besideBig({ service, small, big }: Prepared, engine: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const bigRun = service.run(big, engine);
    const bigIsRunning = pending(bigRun);
    while (bigIsRunning()) {
      const time = await service.run(small, engine);
      if (bigIsRunning()) times.push(time);
    }
    await bigRun;
  }
  return median(times);
}

/** Returns a function that reports whether a promise is still pending. */
function pending(work: Promise<unknown>): () => boolean {
  let settled = false;
  const settle = (): void => {
    settled = true;
  };
  work.then(settle, settle);
  return () => !settled;
}
