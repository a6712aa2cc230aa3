import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { apiClient, type ApiClient } from '../support/api-client.ts';
import { idOf, saveFlow } from '../support/contract-cases.ts';
import { chain, input, output } from '../support/contract-graphs.ts';
import { endOf, runThat, startOf, type Run } from '../support/contract-runs.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { startHoldingProxy, type HoldingProxy } from '../support/holding-proxy.ts';
import { signalRunners } from '../support/runner-processes.ts';
import { requireBucket, type S3Server } from '../support/s3-server.ts';
import { startServerProcess, type ServerProcess } from '../support/server-process.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { removeDataFolder } from '../support/remove-data-folder.ts';

const SECRET = 'hook-secret';
/** Two servers start as processes of their own, one after the other. */
const TWO_STARTS_MS = 120_000;

describe('a server that is killed before it has prepared a run', () => {
  let s3: S3Server;
  let store: HoldingProxy;
  let database: TestDatabase;
  let dataDir: string;
  const servers: ServerProcess[] = [];

  beforeAll(async () => {
    s3 = await requireBucket();
    store = await startHoldingProxy(s3.options.endpoint ?? '');
    database = await createTestDatabase();
    dataDir = await mkdtemp(path.join(os.tmpdir(), 'millrace-accepted-'));
  });

  afterAll(async () => {
    for (const server of servers) await server.kill();
    await store.close();
    await database.drop();
    await removeDataFolder(dataDir);
  });

  async function start(): Promise<ServerProcess> {
    const server = await startServerProcess({
      SERVICE_DATABASE_URL: database.url,
      SERVICE_DATA_DIR: dataDir,
      SERVICE_WEBHOOK_SECRET: SECRET,
      SERVICE_OBJECT_STORE: `s3://${s3.bucket}/accepted`,
      SERVICE_S3_ENDPOINT: store.url,
      SERVICE_S3_REGION: s3.options.region ?? '',
      SERVICE_S3_ACCESS_KEY_ID: s3.options.accessKeyId ?? '',
      SERVICE_S3_SECRET_ACCESS_KEY: s3.options.secretAccessKey ?? '',
    });
    servers.push(server);
    return server;
  }

  it(
    'leaves the run to the next server, which starts it once',
    async () => {
      const first = await start();
      const dataset = await idOf(first.api.upload('/api/datasets/upload', 'ids.csv', 'id\n1\n2\n'));
      const parameters = [{ name: 'n', type: 'integer', default: 2 }];
      const top = { id: 'top', type: 'limitRows', data: { config: { n: '{{ n }}' } } };
      const graph = chain([input(dataset), top, output()], { parameters });
      const flow = await saveFlow(first.api, graph);
      const headers = { 'X-Service-Secret': SECRET, 'Idempotency-Key': 'once' };
      const body = { engine: 'pandas', parameters: { n: 1 } };
      const trigger = `/api/flows/${flow}/trigger`;

      store.hold('PUT', '/spec.json');
      const asked = first.api.call('POST', trigger, body, headers).catch(() => 'no answer');
      const accepted = await until(
        async () => store.held > 0 && (await database.client.run.findFirst()),
      );
      await first.kill();
      store.release();
      expect(await asked).toBe('no answer');
      expect(accepted.status).toBe('pending');

      const second = await start();
      const ended = await endOf(second.api, accepted.id);
      expect(ended).toMatchObject({
        status: 'success',
        engine: 'pandas',
        parameters: { n: 1 },
        input_datasets: [{ dataset_id: dataset, version_number: 1, dataset_name: 'ids.csv' }],
        node_results: [{ rows: 2 }, { rows: 1 }, { rows: 1 }],
      });
      // The client that got no answer repeats its request and gets the same run.
      expect(await second.api.call('POST', trigger, body, headers)).toMatchObject({
        status: 200,
        body: { id: accepted.id, status: 'success' },
      });
      expect(await database.client.run.count()).toBe(1);
      expect(await database.client.runAttempt.count()).toBe(1);
    },
    TWO_STARTS_MS,
  );
});

describe('a server that is stopped while runs wait for a runner', () => {
  let service: TestService;
  let flow: string;
  /** Sends a request to the current server, whose address changes with each restart. */
  const client = (): ApiClient => apiClient(service.url);

  beforeAll(async () => {
    service = await startTestService({
      SERVICE_SCHEDULER_ENABLED: 'false',
      SERVICE_MAX_CONCURRENT_RUNS: '1',
      SERVICE_WEBHOOK_SECRET: SECRET,
    });
    const dataset = await idOf(client().upload('/api/datasets/upload', 'ids.csv', 'id\n1\n'));
    flow = await saveFlow(client(), chain([input(dataset), output()]));
  });

  afterAll(() => service.stop());

  it('answers 202 with the pending run, and starts the run after its restart', async () => {
    await client().call('POST', `/api/flows/${flow}/runs`);
    await signalRunners('SIGSTOP');
    const running = await startOf(client(), flow);
    await runThat(client(), running, ({ status }) => status === 'running');
    const waiting = [
      client().call('POST', `/api/flows/${flow}/runs`),
      client().call('POST', `/api/flows/${flow}/trigger`, {}, { 'X-Service-Secret': SECRET }),
    ];
    await until(
      async () =>
        (await (await service.openDatabase()).run.count({ where: { status: 'pending' } })) === 2,
    );

    await service.restart();

    expect(await endOf(client(), running)).toMatchObject({
      status: 'failed',
      error_message: 'Run interrupted by a server restart.',
    });
    for (const answer of await Promise.all(waiting)) {
      expect(answer).toMatchObject({ status: 202, body: { status: 'pending', finished_at: null } });
      const { id } = answer.body as Run;
      expect(await endOf(client(), id)).toMatchObject({ status: 'success' });
    }
  });
});
