import { pino } from 'pino';
import { createFlow } from '../../../../../test/support/cluster-runs.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { startKubeServer, type KubeServer } from '../../../../../test/support/kube-server.ts';
import { RunResources } from '../run-resource/run-resources.ts';
import { RunSweeper } from './run-sweeper.ts';

let database: TestDatabase;
let server: KubeServer;

beforeEach(async () => {
  database = await createTestDatabase();
  server = await startKubeServer((_, response) => {
    response.writeHead(500).end();
  });
});

afterEach(async () => {
  await server.stop();
  await database.drop();
});

it('runs whose Run resource is gone are found also behind hundreds that go on', async () => {
  const flowId = await createFlow(database.client);
  const ids = Array.from({ length: 1200 }, (_, n) => `run-${String(n).padStart(4, '0')}`);
  await database.client.run.createMany({
    data: ids.map((id, n) => ({
      id,
      flowId,
      status: 'running',
      engine: 'polars',
      trigger: 'manual',
      graphSnapshot: '{}',
      createdAt: new Date(n),
    })),
  });
  const gone = ['run-0003', 'run-0700', 'run-1199'];
  const ended: string[] = [];
  const place = { api: server.api, namespace: 'n', installation: 'own' };
  const sweeper = new RunSweeper({
    database: database.client,
    resources: new RunResources(place, new AbortController().signal, { mayRead: () => true }),
    logger: pino({ level: 'silent' }),
    now: () => new Date(),
    seen: () => [],
    isSeen: (runId) => !gone.includes(runId),
    finishAbsent: (runId) => {
      ended.push(runId);
      return Promise.resolve();
    },
  });
  await sweeper.sweep();
  expect(ended).toEqual(gone);
});
