import { pino } from 'pino';
import { createFlow } from '../../../../../test/support/cluster-runs.ts';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import {
  respondWithStatus,
  startKubeServer,
  type KubeServer,
} from '../../../../../test/support/kube-server.ts';
import type { ObservedRun } from '../run-resource/run-resource.ts';
import { RunResources } from '../run-resource/run-resources.ts';
import { RunSweeper, type SweeperDeps } from './run-sweeper.ts';

let database: TestDatabase;
let server: KubeServer;
/** The names of Runs that the cluster was asked to delete or to cancel, as `METHOD NAME`. */
let requested: string[];
/** The status codes with which it answers for a Run. Default: 200. */
let answers: Readonly<Record<string, number>>;
let stopping: AbortController;

beforeEach(async () => {
  requested = [];
  answers = {};
  stopping = new AbortController();
  database = await createTestDatabase();
  server = await startKubeServer(({ pathname }, response, { method }) => {
    const name = pathname.split('/').at(-1) ?? '';
    requested.push(`${method} ${name}`);
    const code = answers[name];
    if (code === undefined) response.end('{}');
    else respondWithStatus(response, code, code === 404 ? 'NotFound' : 'Forbidden');
  });
});

afterEach(async () => {
  await server.stop();
  await database.drop();
});

function sweeperOf(more: Partial<SweeperDeps>): RunSweeper {
  const place = { api: server.api, namespace: 'n', installation: 'own' };
  const { signal } = stopping;
  return new RunSweeper({
    database: database.client,
    resources: new RunResources(place, signal, { mayRead: () => true }),
    logger: pino({ level: 'silent' }),
    now: () => new Date(),
    seen: () => [],
    isSeen: () => true,
    finishAbsent: () => Promise.resolve(),
    signal,
    ...more,
  });
}

async function createRuns(ids: readonly string[], status: string): Promise<void> {
  const flowId = await createFlow(database.client);
  await database.client.run.createMany({
    data: ids.map((id, n) => ({
      id,
      flowId,
      status,
      engine: 'polars',
      trigger: 'manual',
      graphSnapshot: '{}',
      createdAt: new Date(n),
    })),
  });
}

function observed(runId: string, isRecorded: boolean): [string, ObservedRun] {
  const run: ObservedRun = {
    runId,
    uid: `uid-${runId}`,
    createdAt: '2026-01-01T00:00:00Z',
    attempt: 1,
    isRunning: false,
    waiting: null,
    isCancelRequested: false,
    isRecorded,
    startedAt: null,
    lostAttempts: [],
    end: null,
  };
  return [runId, run];
}

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `run-${String(n).padStart(4, '0')}`);

it('runs whose Run resource is gone are found also behind hundreds that go on', async () => {
  await createRuns(numbered(1200), 'running');
  const gone = ['run-0003', 'run-0700', 'run-1199'];
  const ended: string[] = [];
  const sweeper = sweeperOf({
    isSeen: (runId) => !gone.includes(runId),
    finishAbsent: (runId) => {
      ended.push(runId);
      return Promise.resolve();
    },
  });
  await sweeper.sweep();
  expect(ended).toEqual(gone);
});

describe('the Run of a run that was removed', () => {
  it('is deleted whether or not its end was recorded, and that of any other recorded run stays', async () => {
    await createRuns(['kept'], 'success');
    const seen = [observed('kept', true), observed('retired', true), observed('unknown', false)];
    await sweeperOf({ seen: () => seen }).sweep();
    expect(requested.toSorted()).toEqual(['DELETE retired', 'DELETE unknown']);
  });

  it('is deleted although others are gone already or cannot be deleted', async () => {
    const names = numbered(510);
    answers = { 'run-0000': 403, 'run-0001': 404, 'run-0505': 403 };
    await sweeperOf({ seen: () => names.map((name) => observed(name, true)) }).sweep();
    expect(requested.toSorted()).toEqual(names.map((name) => `DELETE ${name}`));
  });

  it('is not deleted before its run can be stored by another process', async () => {
    const [name, run] = observed('young', true);
    const seen: [string, ObservedRun] = [name, { ...run, createdAt: new Date().toISOString() }];
    await sweeperOf({ seen: () => [seen] }).sweep();
    expect(requested).toEqual([]);
  });

  it('is left to another process when this one stops', async () => {
    stopping.abort();
    await sweeperOf({ seen: () => [observed('retired', true)] }).sweep();
    expect(requested).toEqual([]);
  });
});

it('the Run of a run that has finished is cancelled only while its end is not recorded', async () => {
  await createRuns(['recorded', 'unrecorded'], 'failed');
  const seen = [observed('recorded', true), observed('unrecorded', false)];
  await sweeperOf({ seen: () => seen }).sweep();
  expect(requested).toEqual(['PATCH unrecorded']);
});
