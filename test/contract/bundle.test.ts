import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import polars from '../../runner/engines/polars/pinned/library.ts';
import { idOf, saveFlow } from '../support/contract-cases.ts';
import { chain, input, node } from '../support/contract-graphs.ts';
import { createDataFolder } from '../support/create-data-folder.ts';
import { removeDataFolder } from '../support/remove-data-folder.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { temporaryBundle, type TemporaryBundle } from '../support/temporary-bundle.ts';
import { until } from '../support/until.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');

let bundle: TemporaryBundle;
let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  bundle = await temporaryBundle();
  dataDir = await createDataFolder();
  server = await startServerProcess(
    { SERVICE_DATA_DIR: dataDir, SERVICE_SEED_DEMO: 'true' },
    [],
    bundle.file('cli/main.ts'),
  );
});

afterAll(async () => {
  await server.kill();
  await removeDataFolder(dataDir);
  bundle.remove();
});

/** Runs a flow without an output. @returns the run */
async function runOf(
  dataset: string,
  engine: string,
  ...nodes: readonly object[]
): Promise<string> {
  const flow = await saveFlow(server.api, chain([input(dataset), ...nodes] as never));
  return await idOf(server.api.call('POST', `/api/flows/${flow}/runs`, { engine }));
}

describe('a service that runs from its bundle', () => {
  it('makes the demo by a process of its own, and has its pages', async () => {
    await until(async () => {
      const { body } = await server.api.call('GET', '/api/flows');
      return (body as { name: string }[]).some(({ name }) =>
        name.startsWith('Weather of yesterday'),
      );
    });
    const page = await fetch(server.api.url, { headers: { Accept: 'text/html' } });
    expect(await page.text()).toContain('<html');
    expect((await server.api.call('GET', '/docs')).status).toBe(200);
  });

  it('executes flows with charts on both engines, and draws them in a thread', async () => {
    const csv = 'shop,amount\nb,1\na,2\nb,3\n';
    const dataset = await idOf(server.api.upload('/api/datasets/upload', 'sales.csv', csv));
    for (const engine of ['polars', 'pandas']) {
      const run = await runOf(
        dataset,
        engine,
        node('chartBar', { x: 'shop', y: 'amount' }, 'bars'),
      );
      expect(await server.api.call('GET', `/api/runs/${run}`)).toMatchObject({
        body: { status: 'success', engine, node_results: [{ rows: 3 }, { rows: 3 }] },
      });
      const svg = await fetch(`${server.api.url}/api/runs/${run}/artifacts/bars?format=svg`);
      expect(await svg.text()).toMatch(/^<svg .*>shop</s);
    }
  });

  it('reads a Parquet file in a process of its own', async () => {
    const bytes = polars.DataFrame({ n: [1, 2] }).writeParquet();
    const { body } = await server.api.upload('/api/datasets/upload', 'numbers.parquet', bytes);
    expect(body).toMatchObject({ data_sample: [{ n: 1 }, { n: 2 }], source_type: 'parquet' });
  });

  it('executes scripts of JavaScript, whose worker stays a file', async () => {
    const dataset = await idOf(server.api.upload('/api/datasets/upload', 'n.csv', 'n\n1\n2\n'));
    const script = 'return rows.map((row) => ({ double: row.n * 2 }));';
    const run = await runOf(
      dataset,
      'polars',
      node('jsTransform', { script }, 'js'),
      node('fileOutput', {}, 'out'),
    );
    const { body } = await server.api.call('GET', `/api/runs/${run}`);
    expect(body).toMatchObject({
      node_results: [{}, { sample: [{ double: 2 }, { double: 4 }] }, {}],
    });
  });
});

it('a stack of a bundle names the source, its line and its function', async () => {
  const runner = fork(bundle.file('runner/main.ts'), ['serve'], {
    env: { SERVICE_DATA_DIR: dataDir },
    silent: true,
  });
  await once(runner, 'message');
  runner.send('no job');
  const stderr = runner.stderr === null ? '' : text(runner.stderr);
  // The answer to a job shows that the message before it was handled.
  runner.send({ id: 1, job: { kind: 'unknown' } });
  await once(runner, 'message');
  runner.kill('SIGKILL');
  const stack = await stderr;
  const place = /serve\.ts:(?<line>\d+):\d+/.exec(stack);
  expect(stack).toContain(path.join(ROOT, 'runner', 'process', 'serve.ts'));
  const source = readFileSync(path.join(ROOT, 'runner', 'process', 'serve.ts'), 'utf8');
  const line = source.split('\n')[Number(place?.groups?.line) - 1];
  expect(line).toContain("new Error('IPC message is not a job request')");
});
