import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import type { RunOptions } from './executors/executor.ts';
import type { RunOutcome } from '../domain/runs/run-outcome.ts';
import type { OutputFile, RunResult } from '../../runner/domain/run-result.ts';
import type { ObjectStore } from '../../runner/storage/object-store.ts';
import { ClusterRuns, preparedRun } from '../../test/support/cluster-runs.ts';
import { sharedControlPlane } from '../../test/support/shared-control-plane.ts';
import type { TestDatabase } from '../../test/support/database.ts';
import { RunRecords, SILENT, writeOutput } from '../../test/support/run-records.ts';
import { skipSuite } from '../../test/support/skips.ts';
import { until } from '../../test/support/until.ts';
import { LiveProgress } from './supervise/live-progress.ts';
import { LivenessLock } from './recover/liveness-lock.ts';
import type { RunBackend } from './run-backend.ts';
import { failedCompletion } from '../domain/runs/run-completion.ts';
import { RunLauncher } from './launch/run-launcher.ts';
import { RunSupervisor } from './supervise/run-supervisor.ts';

/** A backend whose runs the test drives. */
interface Rig {
  readonly database: TestDatabase;
  readonly backend: RunBackend;
  readonly launcher: RunLauncher;
  readonly objects: ObjectStore;
  readonly flowId: string;
  /** A runner starts the run. */
  begin(runId: string): Promise<void>;
  succeed(runId: string, outputs?: readonly OutputFile[]): Promise<void>;
  /** The runner obeys a cancellation. */
  obeyCancel(runId: string): Promise<void>;
  /** The process stops. */
  stop(): Promise<void>;
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

describe.each(RIGS)('the run backend %s', (_where, open) => {
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

  it('records a run as pending, running and successful, and notifies waiters', async () => {
    const { runId, finished } = await rig.launcher.launch(prepared());
    expect(await hasStatus(runId, 'pending')).toBe(true);
    expect(rig.backend.whenFinished(runId)).toBeDefined();
    await rig.begin(runId);
    await until(() => hasStatus(runId, 'running'));
    await rig.succeed(runId);
    await finished;
    const { status, logs, startedAt, finishedAt } = await row(runId);
    expect({ status, logs }).toEqual({ status: 'success', logs: '[]' });
    expect(finishedAt!.getTime()).toBeGreaterThanOrEqual(startedAt!.getTime());
    await until(() => rig.backend.whenFinished(runId) === undefined);
  });

  it('cancels a running run', async () => {
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

  it('returns false for the cancellation of a finished or unknown run', async () => {
    const { runId, finished } = await rig.launcher.launch(prepared());
    await rig.begin(runId);
    await rig.succeed(runId);
    await finished;
    expect(await rig.backend.cancel(runId)).toBe(false);
    expect(await rig.backend.cancel(randomUUID())).toBe(false);
    expect((await row(runId)).status).toBe('success');
  });

  it('records a run with unavailable inputs as failed', async () => {
    const inputs = { failure: 'The dataset is gone.' };
    const { runId, finished } = await rig.launcher.launch({ ...prepared(), inputs });
    await finished;
    expect(await row(runId)).toMatchObject({ status: 'failed', errorMessage: inputs.failure });
    expect(rig.backend.whenFinished(runId)).toBeUndefined();
  });

  it('keeps the completion that was recorded first', async () => {
    const run = { ...prepared(), attempt: 1, inputBytes: 0 };
    const { runId, finished } = await rig.launcher.launch(prepared());
    await rig.begin(runId);
    await rig.succeed(runId);
    await finished;
    await rig.backend.record({ ...run, runId }, failedCompletion('Too late.'));
    expect(await row(runId)).toMatchObject({ status: 'success', errorMessage: null });
  });

  it('registers an output in the current project of the flow when its previous project was deleted', async () => {
    const { project, flow, dataset } = rig.database.client;
    const gone = { id: 'gone', name: 'Gone', nameKey: 'gone', color: 'violet' };
    await project.create({ data: gone });
    const where = { id: rig.flowId };
    await flow.update({ where, data: { projectId: 'gone' } });
    const { runId, finished } = await rig.launcher.launch({ ...prepared(), projectId: 'gone' });
    await rig.begin(runId);
    await flow.update({ where, data: { projectId: 'p' } });
    await project.delete({ where: { id: 'gone' } });
    const output = await writeOutput(rig.objects, runId);
    await rig.succeed(runId, [output]);
    await finished;
    expect(await hasStatus(runId, 'success')).toBe(true);
    const kept = await dataset.findMany({ where: { name: 'Kept' }, include: { versions: true } });
    expect(kept).toMatchObject([{ projectId: 'p', versions: [{ sourceRunId: runId }] }]);
  });

  it('resolves all waits when it closes', async () => {
    const { runId, finished } = await rig.launcher.launch(prepared());
    await rig.begin(runId);
    await rig.stop();
    await finished;
    expect(rig.backend.whenFinished(runId)).toBeUndefined();
  });
});

async function openCluster(): Promise<Rig> {
  const runs = await ClusterRuns.open(plane!);
  await runs.createNamespace();
  const replica = await runs.replica();
  const { backend, launcher } = replica;
  const dispatched = async (runId: string): Promise<void> => {
    await until(() => runs.resource(runId));
  };
  return {
    database: runs.database,
    objects: runs.objects,
    flowId: runs.flowId,
    backend,
    launcher,
    begin: async (runId) => {
      await dispatched(runId);
      await runs.writeStatus(runId, { phase: 'running', attempt: 1 });
    },
    succeed: (runId, outputs = []) => runs.succeed(runId, { logs: [], outputs }),
    obeyCancel: async (runId) => {
      const isRequested = async (): Promise<boolean> =>
        (await runs.resource(runId))?.spec.cancelRequested === true;
      await until(isRequested);
      await runs.writeStatus(runId, { phase: 'cancelled', attempt: 1 });
    },
    stop: () => replica.stop(),
    close: () => runs.close(),
  };
}

interface Worker {
  readonly options: RunOptions;
  readonly outcome: PromiseWithResolvers<RunOutcome>;
}

async function openLocal(): Promise<Rig> {
  const records = await RunRecords.open();
  const { client: database, objects, flowId } = records;
  const workers = new Map<string, Worker>();
  const executor = {
    run: (runId: string, _attempt: number, options: RunOptions): Promise<RunOutcome> => {
      const outcome = Promise.withResolvers<RunOutcome>();
      workers.set(runId, { options, outcome });
      return outcome.promise;
    },
  };
  const common = { database, objects, logger: SILENT };
  const id = randomUUID();
  const backend = new RunSupervisor({
    ...common,
    executor,
    now: () => new Date(),
    registry: new Registry(),
    progress: new LiveProgress(),
    livenessLock: new LivenessLock({ databaseUrl: records.database.url, logger: SILENT, id }),
    recorder: records.recorder(),
  });
  const worker = (runId: string): Promise<Worker> => until(() => workers.get(runId) ?? null);
  return {
    database: records.database,
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
    stop: async () => {
      for (const { outcome } of workers.values()) outcome.resolve({ kind: 'stopped' });
      await backend.close();
    },
    close: () => records.close(),
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
