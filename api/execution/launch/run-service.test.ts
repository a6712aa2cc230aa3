import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { addressOf } from '../../../runner/connectors/address-of-connection.ts';
import type { Connection } from '../../../runner/domain/connection.ts';
import type { NodeResult } from '../../../runner/domain/run-result.ts';
import type { Database } from '../../../prisma/client.ts';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import { readGraph } from '../../../runner/graph/read-graph.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import { createFlow } from '../../../test/support/cluster-runs.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { addRun } from '../../../test/support/run-records.ts';
import { until } from '../../../test/support/until.ts';
import type { PreparedRun } from './run-launcher.ts';
import { Semaphore } from './semaphore.ts';
import { createSettingsService } from '../../domain/settings/service.ts';
import { findAdvancingRuns, listWatermarks } from '../../domain/watermarks/watermark-store.ts';
import { createSettingsStore } from '../../domain/settings/store.ts';
import { connectionFinder } from '../../domain/connections/connection-finder.ts';
import { createInputStore } from '../../domain/runs/input-store.ts';
import { RunService, type RunServiceDeps } from './run-service.ts';
import { overloaded } from '../../domain/errors.ts';
import type { RunRecord } from '../../domain/runs/run-record.ts';
import { createRunStore } from '../../domain/runs/store.ts';

/** No run of this test waits for data. */
const UNCHECKED: Pick<RunServiceDeps, 'haveChanged' | 'logger'> = {
  haveChanged: () => Promise.resolve(true),
  logger: pino({ level: 'silent' }),
};

const TRACE = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), isSampled: false };
const GRAPH = {
  nodes: [
    { id: 'in', type: 'fileInput', data: { config: { dataset_id: 'gone' } } },
    { id: 'out', type: 'fileOutput', data: { config: {} } },
  ],
  edges: [{ source: 'in', target: 'out' }],
} satisfies GraphDocument;

const STORAGE: Connection = {
  id: 'c',
  name: 'Storage',
  provider: 's3',
  host: null,
  port: null,
  database: 'bucket',
  username: null,
  secret: null,
  options: null,
};
const OF_STORAGE = {
  nodes: [
    { id: 'in', type: 'storageInput', data: { config: { connection_id: 'c', path: 'a.csv' } } },
    { id: 'out', type: 'fileOutput', data: { config: {} } },
  ],
  edges: [{ source: 'in', target: 'out' }],
} satisfies GraphDocument;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** The service does not use the backend before the launch. */
function depsOf(client: Database): RunServiceDeps {
  return {
    store: createRunStore(client),
    inputs: createInputStore(client),
    findConnections: connectionFinder(client),
    listWatermarks: (id) => listWatermarks(client, id),
    findAdvancingRuns: (ids) => findAdvancingRuns(client, ids),
    settings: createSettingsService({ store: createSettingsStore(client), fromEnvironment: {} }),
    lookup: nodeOfType,
    resourceLimits: { cpu: null, memory: null },
    scripts: { kind: 'cluster', hasPython: false },
    now: () => new Date(),
    starts: new Semaphore({ limit: 2, releaseAfterMs: 60_000 }),
    ...UNCHECKED,
  } satisfies Omit<RunServiceDeps, 'backend' | 'launcher'> as RunServiceDeps;
}

/** Records each launch, and completes them all on `release`. */
function blockedLauncher() {
  const launched: string[] = [];
  const held = Promise.withResolvers<undefined>();
  const launch = async ({ trigger }: PreparedRun) => {
    launched.push(trigger);
    await held.promise;
    return { runId: randomUUID(), finished: Promise.resolve() };
  };
  return {
    launched,
    launch,
    release: () => {
      held.resolve(undefined);
    },
  };
}

describe('RunService', () => {
  it('bounds how many starts and retries prepare and launch concurrently', async () => {
    const { client } = database;
    const flowId = await createFlow(client);
    await client.flow.update({ where: { id: flowId }, data: { graphJson: JSON.stringify(GRAPH) } });
    const earlier = await addRun(client, flowId, { inputs: null, graph: GRAPH });
    const { launched, launch, release } = blockedLauncher();
    const runs = new RunService({ ...depsOf(client), launcher: { launch } });

    const first = runs.start(flowId, {}, { trigger: 'manual' });
    const second = runs.retry(earlier, { graph: 'stored', resume: false }, { trace: TRACE });
    await until(() => launched.length === 2);
    const third = runs.retry(earlier, { graph: 'current', resume: false }, { trace: TRACE });
    const fourth = runs.start(flowId, {}, { trigger: 'webhook' });
    // More queries than either start needs, if it were not bounded.
    for (let query = 0; query < 50; query += 1) await client.run.count();
    expect(launched.toSorted()).toEqual(['manual', 'retry']);
    release();
    await Promise.all([first, second, third, fourth]);
    expect(launched.toSorted()).toEqual(['manual', 'retry', 'retry', 'webhook']);
  });

  it('takes the failure of a check for a change, and one that was not made for neither', async () => {
    const { client } = database;
    const flowId = await createFlow(client);
    await client.flow.update({
      where: { id: flowId },
      data: { graphJson: JSON.stringify(OF_STORAGE) },
    });
    const record: RunRecord = (await createRunStore(client).find(
      await addRun(client, flowId, { inputs: [], graph: readGraph(OF_STORAGE) }),
    ))!;
    const earlier = {
      ...record,
      connectionAddresses: { c: addressOf(STORAGE) },
      nodeResults: [{ node_id: 'in', object_path: 'a.csv', object_version: '1' } as NodeResult],
    };
    const store = createRunStore(client);
    const answers: (() => Promise<boolean>)[] = [
      () => Promise.resolve(false),
      () => Promise.reject(new Error('the server is silent')),
      () => Promise.reject(overloaded('no runner is free')),
    ];
    const runs = new RunService({
      ...depsOf(client),
      store: {
        ...store,
        findLatestSuccess: () => Promise.resolve(earlier.id),
        find: () => Promise.resolve(earlier),
      },
      findConnections: () => Promise.resolve([{ connection: STORAGE, refusal: null }]),
      haveChanged: () => answers.shift()!(),
    });
    const ask = (): Promise<boolean> =>
      runs.wouldRepeat(flowId, { engine: record.engine }, { id: 's', timeParameter: null });
    expect(await ask()).toBe(true);
    expect(await ask()).toBe(false);
    await expect(ask()).rejects.toMatchObject({ code: 'overloaded' });
  });
});
