import path from 'node:path';
import { startEmbeddedPostgres } from '../../prisma/embedded.ts';
import type { Engine } from '../../runner/domain/engine.ts';
import { ingestCsv, openBenchRuntime } from './bench-dataset.ts';
import { writeOrders } from './data.ts';
import { smallFlow } from './flows.ts';
import { timePlanBuilding } from './plan-building.ts';
import { ReferenceServer } from './reference-client.ts';
import { BenchService } from './service.ts';
import { median, type Figure } from './statistics.ts';

const ENGINES = ['polars', 'pandas'] as const satisfies readonly Engine[];
/** Number of runs on each server before and while they are measured. */
const WARM_UP = 400;
const RUNS = 200;

/**
 * Runs of four nodes on 1,000 rows, one at a time: what isolation and records cost over the least that a
 * service does, and the share of the plan.
 */
export async function benchRunLatency(scratch: string): Promise<readonly Figure[]> {
  const csv = path.join(scratch, 'small.csv');
  await writeOrders(csv, 1_000);
  const planMs = await timePlan(csv, path.join(scratch, 'plan'));
  await using servers = new AsyncDisposableStack();
  const database = await startEmbeddedPostgres({ dataDir: path.join(scratch, 'postgres') });
  servers.defer(() => database.stop());
  const service = await BenchService.start(path.join(scratch, 'data'), {
    environment: { SERVICE_DATABASE_URL: database.url },
  });
  servers.defer(() => service.stop());
  const reference = await ReferenceServer.start({
    databaseUrl: database.url,
    folder: path.join(scratch, 'reference'),
    csv,
    graph: smallFlow('orders'),
  });
  servers.defer(() => reference.stop());
  const flow = await service.createFlow(smallFlow(await service.upload(csv)));
  const figures: Figure[] = [];
  for (const engine of ENGINES) {
    const measured = await alternate(
      () => service.run(flow, engine),
      () => reference.run(engine),
    );
    const [ours, least] = [median(measured[0]), median(measured[1])];
    figures.push(
      {
        name: `${engine}: POST to answer over a server with the engine in its process (${ours.toFixed(1)} ms / ${least.toFixed(1)} ms)`,
        value: ours / least,
        unit: '×',
        bound: { kind: 'at most', value: 2.5 },
      },
      {
        name: `${engine}: building the plan (${planMs.toFixed(3)} ms), share of the run`,
        value: (100 * planMs) / ours,
        unit: '%',
        bound: { kind: 'at most', value: 2 },
      },
    );
  }
  return figures;
}

async function timePlan(csv: string, folder: string): Promise<number> {
  const runtime = openBenchRuntime(folder);
  const input = await ingestCsv(runtime, csv);
  runtime.store.close();
  return timePlanBuilding(smallFlow('orders'), [input]);
}

/** Measures both alternately, so that other load affects both. */
async function alternate(
  first: () => Promise<number>,
  second: () => Promise<number>,
): Promise<readonly [number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < WARM_UP + RUNS; round++) {
    const pair = [await first(), await second()] as const;
    if (round < WARM_UP) continue;
    times[0].push(pair[0]);
    times[1].push(pair[1]);
  }
  return times;
}
