import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { LocalFolderStore } from '../../../runner/storage/local-folder-store.ts';
import { createFlow } from '../../../test/support/cluster-runs.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { recoverRuns } from './recover-runs.ts';
import { putRunSpec } from '../launch/run-spec.ts';
import { insertRun } from '../../domain/runs/run-lifecycle-store.ts';

const GRAPH = { nodes: [], edges: [] };

describe('recovery at the start of a service', () => {
  let database: TestDatabase;
  let objects: LocalFolderStore;
  let folder: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-recovery-'));
    objects = new LocalFolderStore(folder);
  });

  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  /** Makes a pending run of a process that is gone, with all that its start takes. */
  async function pendingRun(flowId: string): Promise<string> {
    const runId = randomUUID();
    const run = { engine: 'polars', graph: GRAPH, parameters: null, inputs: [] } as const;
    await insertRun(database.client, {
      ...run,
      id: runId,
      flowId,
      trigger: 'manual',
      scheduleId: null,
      inputDatasetId: null,
      timeoutSeconds: 0,
      executorId: 'gone',
    });
    await putRunSpec(objects, { ...run, runId, flowName: 'Flow' });
    return runId;
  }

  /** @returns what becomes of each run: that it is launched, or why it failed */
  async function recovered(): Promise<ReadonlyMap<string, string | null>> {
    const outcomes = new Map<string, string | null>();
    const { finished } = await recoverRuns({
      database: database.client,
      objects,
      backend: {
        executorId: randomUUID(),
        launch: ({ runId }) => {
          outcomes.set(runId, 'launched');
          return Promise.resolve();
        },
        record: ({ runId }, { errorMessage }) => {
          outcomes.set(runId, errorMessage);
          return Promise.resolve();
        },
      },
      logger: pino({ level: 'silent' }),
      signal: new AbortController().signal,
    });
    await finished;
    return outcomes;
  }

  it('starts pending runs, and fails those whose flow was deleted with a sentence', async () => {
    const flowId = await createFlow(database.client);
    const deleted = { id: randomUUID(), projectId: 'p', name: 'Deleted', graphJson: '{}' };
    await database.client.flow.create({ data: deleted });
    const left = await pendingRun(flowId);
    const orphan = await pendingRun(deleted.id);
    const data = { deletedAt: new Date() };
    await database.client.flow.update({ where: { id: deleted.id }, data });
    expect(Object.fromEntries(await recovered())).toEqual({
      [left]: 'launched',
      [orphan]: 'The flow of this run was deleted before the run could start.',
    });
  });
});
