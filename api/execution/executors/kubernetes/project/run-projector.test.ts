import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createTestDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { createRunStore } from '../../../../domain/runs/store.ts';
import { RunMetrics } from '../../../supervise/run-metrics.ts';
import { RunProjector, type ProjectorDeps } from './run-projector.ts';
import type { ObservedRun } from '../run-resource/run-resource.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

const ENDED: ObservedRun = {
  runId: 'r1',
  uid: 'u1',
  createdAt: '2026-01-01T00:00:00Z',
  attempt: 1,
  isRunning: false,
  waiting: null,
  isCancelRequested: false,
  isRecorded: false,
  startedAt: '2026-01-01T00:00:01Z',
  lostAttempts: [],
  end: { phase: 'success', message: '', resultKey: null, finishedAt: '2026-01-01T00:00:02Z' },
};

/** Of a process that has just started. @param acknowledged gets the ids of Runs whose end is recorded */
function projectorOf(acknowledged: string[] = []): RunProjector {
  const unused = (): never => {
    throw new Error('Nothing is written or read of a run whose end is stored');
  };
  return new RunProjector({
    database: database.client,
    objects: { getText: unused } as unknown as ProjectorDeps['objects'],
    resources: {
      acknowledge: (id: string) => Promise.resolve(void acknowledged.push(id)),
    } as unknown as ProjectorDeps['resources'],
    recorder: { record: unused } as unknown as ProjectorDeps['recorder'],
    metrics: new RunMetrics(new Registry(), () => ({ waiting: 0, running: 0 })),
    logger: pino({ level: 'silent' }),
    now: () => new Date(),
    onFinished: () => undefined,
  });
}

/** @returns the ids of the Runs that it annotates as recorded */
async function acknowledgedBy(seen: ObservedRun): Promise<readonly string[]> {
  const acknowledged: string[] = [];
  await projectorOf(acknowledged).project(seen);
  return acknowledged;
}

async function createFlow(): Promise<void> {
  const { client } = database;
  const project = { id: 'p', name: 'P', nameKey: 'p', color: '#000000' };
  await client.project.create({ data: project });
  const flow = { id: 'f', projectId: 'p', name: 'F', graphJson: '{}' };
  await client.flow.create({ data: flow });
}

async function createRun(id: string, status: string): Promise<void> {
  const run = { id, flowId: 'f', status, engine: 'polars', trigger: 'manual', graphSnapshot: '{}' };
  await database.client.run.create({ data: run });
}

it('annotates a Run as recorded only when the run is in the database', async () => {
  expect(await acknowledgedBy(ENDED)).toEqual([]);
  await createFlow();
  await createRun('r1', 'success');
  expect(await acknowledgedBy(ENDED)).toEqual(['r1']);
});

it('clears the waiting reason of a run once it no longer applies, also after a restart of the API', async () => {
  await createRun('r2', 'pending');
  await database.client.$executeRaw`INSERT INTO run_attempts (run_id, number) VALUES ('r2', 1)`;
  const waiting = { reason: 'QuotaExceeded', message: 'exceeded quota' };
  const pending: ObservedRun = { ...ENDED, runId: 'r2', startedAt: null, end: null };
  await projectorOf().project({ ...pending, waiting });
  const store = createRunStore(database.client);
  expect((await store.find('r2'))?.waiting).toEqual(waiting);
  await projectorOf().project(pending);
  expect((await store.find('r2'))?.waiting).toBeNull();
});
