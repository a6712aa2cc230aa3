import { randomUUID } from 'node:crypto';
import type { GraphDocument } from '../../../runner/domain/graph.ts';
import { nodeOfType } from '../../../runner/nodes/index.ts';
import { createFlow } from '../../../test/support/cluster-runs.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { until } from '../../../test/support/until.ts';
import type { PreparedRun } from './run-launcher.ts';
import { insertRun } from '../../domain/runs/run-lifecycle-store.ts';
import { Semaphore } from './semaphore.ts';
import { createSettingsService } from '../../domain/settings/service.ts';
import { createSettingsStore } from '../../domain/settings/store.ts';
import { createInputStore } from '../../domain/runs/input-store.ts';
import { RunService, type RunServiceDeps } from './run-service.ts';
import { createRunStore } from '../../domain/runs/store.ts';

const TRACE = { traceId: '1'.repeat(32), spanId: '2'.repeat(16), isSampled: false };
const GRAPH = {
  nodes: [
    { id: 'in', type: 'fileInput', data: { config: { dataset_id: 'gone' } } },
    { id: 'out', type: 'fileOutput', data: { config: {} } },
  ],
  edges: [{ source: 'in', target: 'out' }],
} satisfies GraphDocument;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

/** What begins is noted, and done when it is let go on. */
function heldStarts() {
  const begun: string[] = [];
  const held = Promise.withResolvers<undefined>();
  const launch = async ({ trigger }: PreparedRun) => {
    begun.push(trigger);
    await held.promise;
    return { runId: randomUUID(), finished: Promise.resolve() };
  };
  return {
    begun,
    launch,
    letGoOn: () => {
      held.resolve(undefined);
    },
  };
}

describe('starts of runs', () => {
  it('take turns, whether they are asked for or try again', async () => {
    const { client } = database;
    const flowId = await createFlow(client);
    await client.flow.update({ where: { id: flowId }, data: { graphJson: JSON.stringify(GRAPH) } });
    const earlier = randomUUID();
    await insertRun(client, {
      id: earlier,
      flowId,
      engine: 'polars',
      trigger: 'manual',
      scheduleId: null,
      inputDatasetId: null,
      inputs: null,
      graph: GRAPH,
      parameters: null,
      timeoutSeconds: 0,
    });
    const { begun, launch, letGoOn } = heldStarts();
    // Neither the executor nor the files are looked at before the launch.
    const runs = new RunService({
      store: createRunStore(client),
      inputs: createInputStore(client),
      settings: createSettingsService({ store: createSettingsStore(client), fromEnvironment: {} }),
      lookup: nodeOfType,
      resourceLimits: { cpu: null, memory: null },
      now: () => new Date(),
      starts: new Semaphore({ limit: 2, releaseAfterMs: 60_000 }),
      launcher: { launch },
    } satisfies Omit<RunServiceDeps, 'backend'> as RunServiceDeps);

    const first = runs.start(flowId, {}, { trigger: 'manual' });
    const second = runs.retry(earlier, 'stored', { trace: TRACE });
    await until(() => begun.length === 2);
    const third = runs.retry(earlier, 'current', { trace: TRACE });
    const fourth = runs.start(flowId, {}, { trigger: 'webhook' });
    // More than either needs to begin, if it took no turn.
    for (let query = 0; query < 50; query += 1) await client.run.count();
    expect(begun.toSorted()).toEqual(['manual', 'retry']);
    letGoOn();
    await Promise.all([first, second, third, fourth]);
    expect(begun.toSorted()).toEqual(['manual', 'retry', 'retry', 'webhook']);
  });
});
