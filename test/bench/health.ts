import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ENGINES, type Engine } from '../../runner/domain/engine.ts';
import { freePort } from '../../prisma/embedded/free-port.ts';
import { writeOrders } from './data.ts';
import { pipelineFlow } from './flows.ts';
import { BenchService } from './service.ts';
import { quantile, type Figure } from './statistics.ts';

const RUNS = 8;
const PROBES = 1_500;
/** Long enough that the probes cover half a minute of runs and add no load. */
const PROBE_EVERY_MS = 20;
const ROWS = 200_000;

interface Load {
  readonly service: BenchService;
  readonly flow: string;
  readonly engine: Engine;
}

/** A server without other work, which reports when it listens. */
const BARE_SERVER = `
  const answer = JSON.stringify({ status: 'ok' });
  require('node:http')
    .createServer((request, response) => {
      response.setHeader('content-type', 'application/json').end(answer);
    })
    .listen(Number(process.argv[1]), '127.0.0.1', () => console.log('listening'));
`;

/** /health while eight runs execute, relative to a bare HTTP server on the same machine at the same time. */
export async function benchHealth(scratch: string): Promise<readonly Figure[]> {
  const csv = path.join(scratch, 'orders.csv');
  await writeOrders(csv, ROWS);
  const port = await freePort();
  const bare = spawn(process.execPath, ['-e', BARE_SERVER, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const service = await BenchService.start(path.join(scratch, 'data'));
  try {
    await once(bare.stdout, 'data');
    const flow = await service.createFlow(pipelineFlow(await service.upload(csv)));
    const figures: Figure[] = [];
    for (const engine of ENGINES) {
      const probes = await whileRunning({ service, flow, engine }, `http://127.0.0.1:${port}`);
      const [ours = 0, theirs = 0] = probes.map((each) => quantile(each, 0.95));
      figures.push(
        {
          name: `health while ${RUNS} runs execute on ${engine}, 95th percentile`,
          value: ours,
          unit: 'ms',
        },
        {
          name: `the same over a bare server beside the same runners (${theirs.toFixed(1)} ms)`,
          value: ours / theirs,
          unit: '×',
          bound: { kind: 'at most', value: 1.5 },
        },
      );
    }
    return figures;
  } finally {
    bare.kill();
    await service.stop();
  }
}

/**
 * Measures both servers alternately, so that other load affects both. Skips the first runs, which start the
 * runner processes and compile code for later ones.
 */
async function whileRunning(
  { service, flow, engine }: Load,
  bareUrl: string,
): Promise<readonly number[][]> {
  const health: number[] = [];
  const baseline: number[] = [];
  await Promise.all(Array.from({ length: RUNS }, () => service.run(flow, engine)));
  const runs = Array.from({ length: RUNS }, async () => {
    while (baseline.length < PROBES) await service.run(flow, engine);
  });
  const probes = async (): Promise<void> => {
    while (baseline.length < PROBES) {
      await delay(PROBE_EVERY_MS);
      health.push(await service.health());
      const started = performance.now();
      await (await fetch(bareUrl)).text();
      baseline.push(performance.now() - started);
    }
  };
  await Promise.all([probes(), ...runs]);
  return [health, baseline];
}
