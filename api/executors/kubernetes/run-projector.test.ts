import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { RunMetrics } from '../../recorder/run-metrics.ts';
import { RunProjector, type ProjectorParts } from './run-projector.ts';
import type { SeenRun } from './run-resource.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
});

const ENDED: SeenRun = {
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

/** @returns the ids of the Runs whose end it tells the cluster to be recorded */
async function acknowledgedBy(seen: SeenRun): Promise<readonly string[]> {
  const acknowledged: string[] = [];
  const unused = (): never => {
    throw new Error('Nothing is written or read of a run whose end is stored');
  };
  const projector = new RunProjector({
    database: database.client,
    objects: { getText: unused } as unknown as ProjectorParts['objects'],
    resources: {
      acknowledge: (id: string) => Promise.resolve(void acknowledged.push(id)),
    } as unknown as ProjectorParts['resources'],
    recorder: { record: unused } as unknown as ProjectorParts['recorder'],
    metrics: new RunMetrics(new Registry(), () => ({ waiting: 0, running: 0 })),
    logger: pino({ level: 'silent' }),
    now: () => new Date(),
    onEnded: () => undefined,
  });
  await projector.project(seen);
  return acknowledged;
}

it('tells the cluster that an end is recorded only when the run is in the database', async () => {
  expect(await acknowledgedBy(ENDED)).toEqual([]);
  const { client } = database;
  const project = { id: 'p', name: 'P', nameKey: 'p', color: '#000000' };
  await client.project.create({ data: project });
  const flow = { id: 'f', projectId: 'p', name: 'F', graphJson: {} };
  await client.flow.create({ data: flow });
  const run = { id: 'r1', flowId: 'f', status: 'success', engine: 'polars', trigger: 'manual' };
  await client.run.create({ data: { ...run, graphSnapshot: {} } });
  expect(await acknowledgedBy(ENDED)).toEqual(['r1']);
});
