import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startContainer, type Container } from '../images/container.ts';
import { projectImage } from '../images/project-images.ts';
import { apiClient, type ApiClient } from '../support/api-client.ts';
import { idOf, saveFlow } from '../support/contract-cases.ts';
import { chain, input, output } from '../support/contract-graphs.ts';
import { until } from '../support/until.ts';

const USER = 10_001;
const WITHIN_MS = 600_000;
const SEEDED_WITHIN_MS = 60_000;
const DEMO_FLOWS = 5;

let volume: string;

beforeAll(() => {
  volume = mkdtempSync(path.join(os.tmpdir(), 'millrace-volume-'));
  // Docker gives a new volume the owner of its mount point in the image.
  chownSync(volume, USER, USER);
});

afterAll(() => {
  rmSync(volume, { recursive: true, force: true });
});

/** Starts the container. @returns it and its ready service, called by IPv4 as `docker run -p` does */
async function start(): Promise<{ container: Container; app: ApiClient }> {
  const container = startContainer(projectImage('standalone'), {
    env: { SERVICE_PORT: '0', SERVICE_LOG_FORMAT: 'json' },
    volumes: { '/data': volume },
  });
  const seen: string[] = [];
  // A `for await` loop would close the log.
  const lines = container.lines[Symbol.asyncIterator]();
  for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
    seen.push(next.value);
    const { msg, url = '' } = JSON.parse(next.value) as { msg: string; url?: string };
    if (msg === 'ready') return { container, app: apiClient(url.replace('[::]', '127.0.0.1')) };
  }
  await container.stop();
  throw new Error(`The container exited before it was ready: ${seen.join('\n')}`);
}

function flowsOf(app: ApiClient): Promise<readonly unknown[]> {
  return app.call('GET', '/api/flows').then(({ body }) => body as readonly unknown[]);
}

describe('the standalone image', () => {
  it(
    'serves on all addresses with the demo, stops cleanly, and keeps its runs on the volume',
    async () => {
      const first = await start();
      const { app } = first;
      let run: string;
      try {
        expect((await app.call('GET', '/ready')).status).toBe(200);
        await until(async () => (await flowsOf(app)).length === DEMO_FLOWS, SEEDED_WITHIN_MS);
        const dataset = await idOf(app.upload('/api/datasets/upload', 'orders.csv', 'id\n1\n2\n'));
        const flow = await saveFlow(app, chain([input(dataset), output()]));
        const ended = await app.call('POST', `/api/flows/${flow}/runs`);
        expect(ended).toMatchObject({ status: 201, body: { status: 'success' } });
        run = (ended.body as { id: string }).id;
        expect(statSync(path.join(volume, 'postgres', 'data')).uid).toBe(USER);
      } finally {
        expect(await first.container.stop()).toBe(0);
      }
      const second = await start();
      try {
        const kept = await second.app.call('GET', `/api/runs/${run}`);
        expect(kept).toMatchObject({ status: 200, body: { status: 'success' } });
        expect((await second.app.call('GET', `/api/runs/${run}/output`)).body).toContain('id');
        expect(await flowsOf(second.app)).toHaveLength(DEMO_FLOWS + 1);
      } finally {
        expect(await second.container.stop()).toBe(0);
      }
    },
    WITHIN_MS,
  );
});
