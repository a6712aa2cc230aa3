import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import type { RunOptions } from './executors/executor.ts';
import type { RunOutcome } from '../domain/runs/run-outcome.ts';
import type { OutputFile, RunResult } from '../../runner/domain/run-result.ts';
import { createObjectStore } from '../../runner/storage/create-object-store.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import { ClusterRuns, createFlow, preparedRun } from '../../test/support/cluster-runs.ts';
import { sharedControlPlane } from '../../test/support/shared-control-plane.ts';
import { createTestDatabase, type TestDatabase } from '../../test/support/database.ts';
import { skipSuite } from '../../test/support/skips.ts';
import { until } from '../../test/support/until.ts';
import { LiveProgress } from './supervise/live-progress.ts';
import { OutputDatasets } from './record/output-datasets.ts';
import { LivenessLock } from './recover/liveness-lock.ts';
import type { RunBackend } from './run-backend.ts';
import { failedCompletion } from '../domain/runs/run-completion.ts';
import { RunLauncher } from './launch/run-launcher.ts';
import { RunRecorder } from './record/run-recorder.ts';
import { RunSupervisor } from './supervise/run-supervisor.ts';

/** What executes runs, with a hand on what happens to them. */
interface Rig {
  readonly database: TestDatabase;
  readonly backend: RunBackend;
  readonly launcher: RunLauncher;
  readonly objects: ObjectStore;
  readonly flowId: string;
  /** A worker takes the run. */
  begin(runId: string): Promise<void>;
  succeed(runId: string, outputs?: readonly OutputFile[]): Promise<void>;
  /** What was asked to end has ended. */
  obeyCancel(runId: string): Promise<void>;
  /** The process ends. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const plane = await sharedControlPlane();
if (plane === null) skipSuite('runs in a cluster', 'the API server is built by Go 1.26 or newer');

const RIGS: readonly (readonly [where: string, open: () => Promise<Rig>])[] = [
  ['on this machine', openLocal],
  ...(plane === null ? [] : ([['in a cluster', openCluster]] as const)),
];

afterAll(async () => {
  await plane?.stop();
});

describe.each(RIGS)('what executes runs %s', (_where, open) => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await open();
  });
  afterAll(async () => {
    await rig.close();
  });

  const prepared = () => preparedRun(rig.flowId);
  const row = (id: string) => rig.database.client.run.findUniqueOrThrow({ where: { id } });
  const hasStatus = async (id: string, status: string): Promise<boolean> =>
    (await row(id)).status === status;

  it('sees a run through, and tells its end to those who wait', async () => {
    const { runId, finished } = await rig.launcher.launch(prepared());
    expect(await hasStatus(runId, 'pending')).toBe(true);
    expect(rig.backend.whenFinished(runId)).toBeDefined();
    await rig.begin(runId);
    await until(() => hasStatus(runId, 'running'));
    await rig.succeed(runId);
    await finished;
    const { status, logs, startedAt, finishedAt } = await row(runId);
    expect({ status, logs }).toEqual({ status: 'success', logs: [] });
    expect(finishedAt!.getTime()).toBeGreaterThanOrEqual(startedAt!.getTime());
    await until(() => rig.backend.whenFinished(runId) === undefined);
  });

  it('cancels a run that is executed', async () => {
    const { runId, finished } = await rig.launcher.launch(prepared());
    await rig.begin(runId);
    await until(() => hasStatus(runId, 'running'));
    expect(await rig.backend.cancel(runId)).toBe(true);
    await rig.obeyCancel(runId);
    await finished;
    expect(await row(runId)).toMatchObject({
      status: 'cancelled',
      errorMessage: 'The run was cancelled by the user.',
    });
  });

  it('cancels nothing that has ended, or never was', async () => {
    const { runId, finished } = await rig.launcher.launch(prepared());
    await rig.begin(runId);
    await rig.succeed(runId);
    await finished;
    expect(await rig.backend.cancel(runId)).toBe(false);
    expect(await rig.backend.cancel(randomUUID())).toBe(false);
    expect((await row(runId)).status).toBe('success');
  });

  it('records a run that cannot be executed', async () => {
    const inputs = { failure: 'The dataset is gone.' };
    const { runId, finished } = await rig.launcher.launch({ ...prepared(), inputs });
    await finished;
    expect(await row(runId)).toMatchObject({ status: 'failed', errorMessage: inputs.failure });
    expect(rig.backend.whenFinished(runId)).toBeUndefined();
  });

  it('leaves the end of a run as it was recorded first', async () => {
    const run = { ...prepared(), attempt: 1, inputBytes: 0 };
    const { runId, finished } = await rig.launcher.launch(prepared());
    await rig.begin(runId);
    await rig.succeed(runId);
    await finished;
    await rig.backend.record({ ...run, runId }, failedCompletion('Too late.'));
    expect(await row(runId)).toMatchObject({ status: 'success', errorMessage: null });
  });

  it('registers an output where the flow is now, when the project is gone that it was in', async () => {
    const { project, flow, dataset } = rig.database.client;
    const gone = { id: 'gone', name: 'Gone', nameKey: 'gone', color: 'violet' };
    await project.create({ data: gone });
    const where = { id: rig.flowId };
    await flow.update({ where, data: { projectId: 'gone' } });
    const { runId, finished } = await rig.launcher.launch({ ...prepared(), projectId: 'gone' });
    await rig.begin(runId);
    await flow.update({ where, data: { projectId: 'p' } });
    await project.delete({ where: { id: 'gone' } });
    const output: OutputFile = {
      nodeId: 'out',
      format: 'csv',
      key: `runs/${runId}/out.csv`,
      bytes: 4,
      rows: 1,
      dataset: {
        name: 'Kept',
        dataKey: `runs/${runId}/out.parquet`,
        facts: { columns: [], rowCount: 1, sample: [], profile: [], parseOptions: null },
      },
    };
    await rig.objects.put(output.key, 'a\n1\n');
    await rig.objects.put(`runs/${runId}/out.parquet`, 'columns');
    await rig.succeed(runId, [output]);
    await finished;
    expect(await hasStatus(runId, 'success')).toBe(true);
    const kept = await dataset.findMany({ where: { name: 'Kept' }, include: { versions: true } });
    expect(kept).toMatchObject([{ projectId: 'p', versions: [{ sourceRunId: runId }] }]);
  });

  it('lets nobody wait when it settles', async () => {
    const { runId, finished } = await rig.launcher.launch(prepared());
    await rig.begin(runId);
    await rig.settle();
    await finished;
    expect(rig.backend.whenFinished(runId)).toBeUndefined();
  });
});

async function openCluster(): Promise<Rig> {
  const runs = await ClusterRuns.open(plane!);
  await runs.admit();
  const replica = await runs.replica();
  const { backend, launcher } = replica;
  const handedOver = async (runId: string): Promise<void> => {
    await until(() => runs.resource(runId));
  };
  return {
    database: runs.database,
    objects: runs.objects,
    flowId: runs.flowId,
    backend,
    launcher,
    begin: async (runId) => {
      await handedOver(runId);
      await runs.tell(runId, { phase: 'running', attempt: 1 });
    },
    succeed: (runId, outputs = []) => runs.succeed(runId, { logs: [], outputs }),
    obeyCancel: async (runId) => {
      const isAsked = async (): Promise<boolean> =>
        (await runs.resource(runId))?.spec.cancelRequested === true;
      await until(isAsked);
      await runs.tell(runId, { phase: 'cancelled', attempt: 1 });
    },
    settle: () => replica.stop(),
    close: () => runs.close(),
  };
}

interface Worker {
  readonly options: RunOptions;
  readonly outcome: PromiseWithResolvers<RunOutcome>;
}

async function openLocal(): Promise<Rig> {
  const database = await createTestDatabase();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-backend-'));
  const flowId = await createFlow(database.client);
  const objects = createObjectStore(`file:${folder}`);
  const workers = new Map<string, Worker>();
  const executor = {
    run: (runId: string, _attempt: number, options: RunOptions): Promise<RunOutcome> => {
      const outcome = Promise.withResolvers<RunOutcome>();
      workers.set(runId, { options, outcome });
      return outcome.promise;
    },
  };
  const common = { database: database.client, objects, logger: pino({ level: 'silent' }) };
  const now = (): Date => new Date();
  const { logger } = common;
  const livenessLock = new LivenessLock({ databaseUrl: database.url, logger, id: randomUUID() });
  const backend = new RunSupervisor({
    ...common,
    executor,
    now,
    registry: new Registry(),
    progress: new LiveProgress(),
    livenessLock,
    recorder: new RunRecorder({
      ...common,
      now,
      maxAttempts: 1,
      publishes: false,
      onFailed: () => undefined,
      outputDatasets: new OutputDatasets(common),
    }),
  });
  const worker = (runId: string): Promise<Worker> => until(() => workers.get(runId) ?? null);
  return {
    database,
    objects,
    flowId,
    backend,
    launcher: new RunLauncher({ ...common, backend, newId: randomUUID }),
    begin: async (runId) => {
      (await worker(runId)).options.onStarted?.();
    },
    succeed: async (runId, outputs = []) => {
      const result = { ...succeeded(runId), outputs };
      (await worker(runId)).outcome.resolve({ kind: 'finished', result });
    },
    obeyCancel: async (runId) => {
      const { options, outcome } = await worker(runId);
      expect(options.signal.aborted).toBe(true);
      outcome.resolve({ kind: 'cancelled' });
    },
    settle: async () => {
      for (const { outcome } of workers.values()) outcome.resolve({ kind: 'stopped' });
      await backend.close();
    },
    close: async () => {
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function succeeded(runId: string): RunResult {
  const time = new Date().toISOString();
  return {
    runId,
    attempt: 1,
    status: 'success',
    errorMessage: null,
    nodeResults: [],
    outputs: [],
    nodeStarts: {},
    logs: [],
    startedAt: time,
    finishedAt: time,
  };
}
