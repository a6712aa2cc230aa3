import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { Progress } from './controller/progress.ts';
import { startHealthServer } from './health-server.ts';
import { createOperatorMetrics } from './metrics.ts';

let server: Server;
let now: number;
let progress: Progress;
let isReady: boolean;

beforeEach(async () => {
  now = 0;
  isReady = false;
  progress = new Progress(() => now);
  server = await startHealthServer({
    port: 0,
    registry: createOperatorMetrics().registry,
    logger: pino({ level: 'silent' }),
    isLive: () => progress.isLive(),
    isReady: () => isReady,
  });
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
});

async function ask(path: string): Promise<Response> {
  return await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
}

async function status(path: string): Promise<number> {
  return (await ask(path)).status;
}

describe('the health endpoints', () => {
  it('have a kubelet end a process whose work is stuck, and none that has much to do', async () => {
    const stuck = Promise.withResolvers<undefined>();
    expect(await status('/healthz')).toBe(200);
    const work = progress.track(() => stuck.promise);
    now = 179_999;
    expect(await status('/healthz')).toBe(200);
    now = 180_000;
    expect(await status('/healthz')).toBe(503);
    stuck.resolve(undefined);
    await work;
    expect(await status('/healthz')).toBe(200);
  });

  it('are ready once everything has been listed', async () => {
    expect(await status('/readyz')).toBe(503);
    isReady = true;
    expect(await status('/readyz')).toBe(200);
  });

  it('give metrics as Prometheus reads them, and nothing else', async () => {
    const metrics = await ask('/metrics');
    expect(metrics.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(await metrics.text()).toContain('# TYPE controller_runtime_reconcile_total counter');
    expect(await status('/other')).toBe(404);
  });
});
