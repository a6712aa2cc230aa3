import { ClusterRuns, PYTHON_GRAPH, type Replica } from '../../../../test/support/cluster-runs.ts';
import { requireSharedControlPlane } from '../../../../test/support/shared-control-plane.ts';
import { until } from '../../../../test/support/until.ts';
import { failedCompletion } from '../../../domain/runs/run-completion.ts';
import { finishRun } from '../../../domain/runs/run-lifecycle-store.ts';
import { createRunStore } from '../../../domain/runs/store.ts';
import { toRunRead } from '../../../features/runs/run-view.ts';
import type { LaunchedRun } from '../../launch/run-launcher.ts';

const NEVER_MS = 3_600_000;

const plane = await requireSharedControlPlane();

describe('runs in a cluster', () => {
  let runs: ClusterRuns;
  let one: Replica;

  beforeAll(async () => {
    runs = await ClusterRuns.open(plane);
    await runs.createNamespace();
    one = await runs.replica();
  });

  afterAll(async () => {
    await runs.close();
    await plane.stop();
  });

  afterEach(() => runs.acceptRuns());

  async function launched(at = one): Promise<LaunchedRun> {
    const run = await at.launcher.launch(runs.prepared());
    await until(() => runs.resource(run.runId));
    return run;
  }

  it('become Run resources, whose outcome is recorded', async () => {
    const resources = { cpu: '500m', memory: '1Gi' };
    const prepared = runs.prepared({ timeoutSeconds: 60, resources });
    const { runId, finished } = await one.launcher.launch(prepared);
    const resource = await until(() => runs.resource(runId));
    expect(resource.spec).toMatchObject({
      runId,
      flowId: runs.flowId,
      engine: 'polars',
      trigger: 'manual',
      timeoutSeconds: 60,
      specKey: `runs/${runId}/spec.json`,
      resources,
    });
    expect(resource.spec).not.toHaveProperty('schedule');
    expect(resource.spec).not.toHaveProperty('runtime');
    expect(resource.metadata.labels).not.toHaveProperty('millrace.dev/schedule');
    await until(async () => (await runs.row(runId)).outbox.length === 0);
    await runs.writeStatus(runId, {
      phase: 'running',
      attempt: 1,
      startedAt: new Date().toISOString(),
    });
    await runs.rowWith(runId, { status: 'running' });
    await runs.succeed(runId);
    await finished;
    const row = await runs.row(runId);
    expect(row).toMatchObject({
      status: 'success',
      logs: JSON.stringify([{ level: 'info', message: 'done' }]),
    });
    expect(row.finishedAt!.getTime()).toBeGreaterThanOrEqual(row.startedAt!.getTime());
    await until(() => runs.isRecorded(runId));
  });

  it('name what their graph needs of the image', async () => {
    const { runId } = await one.launcher.launch(runs.prepared({ graph: PYTHON_GRAPH }));
    const { spec } = await until(() => runs.resource(runId));
    expect(spec).toMatchObject({ runId, runtime: 'python' });
  });

  it('name their schedule and their slot', async () => {
    const scheduledFor = new Date('2026-11-22T00:05:00.000Z');
    const of = { trigger: 'schedule', scheduleId: 'nightly' } as const;
    const atItsTime = await one.launcher.launch(runs.prepared({ ...of, scheduledFor }));
    const asked = await one.launcher.launch(runs.prepared(of));
    const ofTime = await until(() => runs.resource(atItsTime.runId));
    const time = { scheduleId: 'nightly', scheduledFor: '2026-11-22T00:05:00Z' };
    expect(ofTime.spec.schedule).toEqual(time);
    const ofAsked = await until(() => runs.resource(asked.runId));
    expect(ofAsked.spec).not.toHaveProperty('schedule');
    for (const { metadata } of [ofTime, ofAsked]) {
      expect(metadata.labels['millrace.dev/schedule']).toBe('nightly');
    }
  });

  it('have ordered times also when the clock of a node is an hour behind', async () => {
    const { runId, finished } = await launched();
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    await runs.writeStatus(
      runId,
      { phase: 'failed', startedAt: hourAgo, finishedAt: hourAgo },
      'No.',
    );
    await finished;
    const { createdAt, startedAt, finishedAt } = await runs.row(runId);
    expect([startedAt, finishedAt]).toEqual([createdAt, createdAt]);
  });

  it('fail with the message of the operator when the runner stored no result', async () => {
    const { runId, finished } = await launched();
    const message = 'The runner was killed for using more memory than its limit of 2Gi.';
    await runs.writeStatus(runId, { phase: 'failed', attempt: 1 }, message);
    await finished;
    expect(await runs.row(runId)).toMatchObject({
      status: 'failed',
      errorMessage: message,
      logs: JSON.stringify([{ level: 'error', message }]),
    });
    await until(() => one.failures.includes(runId));
  });

  it('report why they wait until they start, in each attempt', async () => {
    const { runId, finished } = await launched();
    const store = createRunStore(runs.database.client);
    const waitsFor = async (reason: string | null): Promise<void> => {
      await until(async () => ((await store.find(runId))?.waiting?.reason ?? null) === reason);
    };
    const message = 'No node takes the pod: 0/1 nodes are available: 1 Insufficient cpu.';
    await runs.writeStatus(runId, { phase: 'pending', attempt: 1 }, message, 'Unschedulable');
    await waitsFor('Unschedulable');
    expect((await store.find(runId))?.waiting).toEqual({ reason: 'Unschedulable', message });
    await runs.writeStatus(runId, { phase: 'pending', attempt: 1 }, 'Not yet.', 'PodPending');
    await waitsFor(null);
    await runs.writeStatus(runId, { phase: 'pending', attempt: 1 }, message, 'QuotaExceeded');
    await waitsFor('QuotaExceeded');
    await runs.writeStatus(runId, { phase: 'running', attempt: 1 });
    await waitsFor(null);
    const attempts = [{ number: 1, reason: 'NodeLost', message: 'It is gone.' }];
    await runs.writeStatus(
      runId,
      { phase: 'pending', attempt: 2, attempts },
      'It is gone.',
      'AttemptLost',
    );
    await waitsFor('AttemptLost');
    await runs.writeStatus(runId, { phase: 'running', attempt: 2, attempts });
    await waitsFor(null);
    await runs.writeStatus(runId, { phase: 'failed', attempt: 2, attempts }, 'No.');
    await finished;
    expect((await store.find(runId))?.waiting).toBeNull();
  });

  it('report that the cluster rejects their Run resource, and start once it is admitted', async () => {
    const store = createRunStore(runs.database.client);
    await runs.rejectRuns();
    const { runId, finished } = await one.launcher.launch(runs.prepared());
    const { waiting } = await until(async () => {
      const run = await store.find(runId);
      return run?.waiting?.reason === 'RunRejected' ? run : null;
    });
    expect(waiting?.message).toContain('exceeded quota');
    await runs.acceptRuns();
    await until(() => runs.resource(runId));
    await until(async () => (await store.find(runId))?.waiting === null);
    await runs.succeed(runId);
    await finished;
  });

  it('fail with the message of a cluster that has rejected their Run resource for too long', async () => {
    await runs.rejectRuns();
    const { runId } = await one.launcher.launch(runs.prepared());
    const isRejected = async (): Promise<boolean> =>
      (await runs.row(runId)).outbox.some(({ rejectedSince }) => rejectedSince !== null);
    await until(isRejected);
    const rejectedSince = new Date(Date.now() - 7_200_000);
    await runs.database.client.runOutbox.updateMany({ where: { runId }, data: { rejectedSince } });
    await runs.makeOutboxDue();
    await runs.rowWith(runId, { status: 'failed' });
    const { errorMessage, outbox } = await runs.row(runId);
    expect(errorMessage).toMatch(/^The cluster rejects the Run resource of this run: .*quota/);
    expect(outbox).toEqual([]);
  });

  it('that have waited for long do not fail at the first rejection', async () => {
    await runs.rejectRuns();
    const { runId, finished } = await one.launcher.launch(runs.prepared());
    const rejected = (): Promise<unknown> =>
      until(async () =>
        (await runs.row(runId)).outbox.some(({ rejectedSince }) => rejectedSince !== null),
      );
    await rejected();
    // As after another failure: the time of rejections restarts, whatever the age of the run.
    const hourAgo = new Date(Date.now() - 3_600_000);
    await runs.database.client.runOutbox.updateMany({
      where: { runId },
      data: { rejectedSince: null, createdAt: hourAgo },
    });
    await runs.makeOutboxDue();
    await rejected();
    expect((await runs.row(runId)).status).toBe('pending');
    await runs.acceptRuns();
    await until(() => runs.resource(runId));
    await runs.succeed(runId);
    await finished;
  });

  it('with an existing Run resource count as dispatched, also when a quota admits no other', async () => {
    const { runId, finished } = await launched();
    await runs.rejectRuns();
    await runs.database.client.runOutbox.create({ data: { runId, action: 'start' } });
    await until(async () => (await runs.row(runId)).outbox.length === 0);
    const { status, attempts } = await runs.row(runId);
    expect([status, attempts[0]?.waitingReason]).toEqual(['pending', null]);
    await runs.acceptRuns();
    await runs.succeed(runId);
    await finished;
  });

  it('fail with a sentence when the object store lacks the reported result', async () => {
    const { runId, finished } = await launched();
    await runs.writeStatus(runId, {
      phase: 'success',
      attempt: 1,
      resultKey: `runs/${runId}/none.json`,
    });
    await finished;
    const { status, errorMessage } = await runs.row(runId);
    expect({ status, errorMessage }).toEqual({
      status: 'failed',
      errorMessage: 'The runner ended, but its result is not in the object store.',
    });
  });

  it('record each attempt, and the reason why the first one was lost', async () => {
    const { runId, finished } = await launched();
    const finishedAt = '2026-11-21T09:34:09.000Z';
    const lost = { number: 1, reason: 'Evicted', message: 'low on memory', finishedAt };
    await runs.writeStatus(runId, { phase: 'pending', attempt: 2, attempts: [lost] });
    await runs.writeStatus(runId, { phase: 'running', attempt: 2, attempts: [lost] });
    await runs.rowWith(runId, { status: 'running', attempt: 2 });
    await runs.succeed(runId, {}, 2);
    await finished;
    const { attempts, logs, status } = await runs.row(runId);
    expect(status).toBe('success');
    expect(attempts).toMatchObject([
      { number: 1, reason: 'Evicted: low on memory', finishedAt: new Date(finishedAt) },
      { number: 2, reason: null },
    ]);
    expect(JSON.parse(logs ?? 'null')).toEqual([
      { level: 'warning', message: 'Attempt 1 was lost. Evicted: low on memory' },
      { level: 'info', message: 'done' },
    ]);
  });

  it.each([
    ['their queue has evicted them', 'EvictedByQueue', 'Queued'],
    ['their node is drained', 'EvictionByEvictionAPI', 'AttemptLost'],
    ['their pod is preempted', 'PreemptionByScheduler', 'AttemptLost'],
  ])('are pending again when %s, with the reason in their log', async (_, reason, waitsFor) => {
    const { runId, finished } = await launched();
    const startedAt = new Date().toISOString();
    await runs.writeStatus(runId, { phase: 'running', attempt: 1, startedAt });
    await runs.rowWith(runId, { status: 'running' });
    const lostAt = '2026-11-21T09:34:09.000Z';
    const message = 'Its place was taken.';
    const attempts = [{ number: 1, reason, message, lostAt }];
    const again = `${message} The run waits again.`;
    const waits = { phase: 'pending', attempt: 2, startedAt, attempts } as const;
    await runs.writeStatus(runId, waits, again, waitsFor);
    const lost = `Attempt 1 was lost. ${reason}: ${message}`;
    const logOf = async (): Promise<unknown> => {
      const run = await createRunStore(runs.database.client).find(runId);
      return run === null ? null : toRunRead(run).logs.map((entry) => entry.message);
    };
    const row = await runs.rowWith(runId, { status: 'pending', attempt: 2 });
    expect(row.startedAt).toEqual(new Date(startedAt));
    expect(row.attempts[0]?.finishedAt).toEqual(new Date(lostAt));
    await until(async () => (await runs.row(runId)).attempts[1]?.waitingReason === waitsFor);
    expect(await logOf()).toEqual([lost, `Waiting (${waitsFor}): ${again}`]);
    expect(one.messages).toContain('run lost its last attempt and waits for this one');
    await runs.writeStatus(runId, { ...waits, phase: 'running' });
    await runs.rowWith(runId, { status: 'running', attempt: 2 });
    expect(await logOf()).toEqual([lost]);
    await runs.succeed(runId, {}, 2);
    await finished;
    expect(await logOf()).toEqual([lost, 'done']);
  });

  it.each(['pending', 'running'] as const)('can be cancelled while %s', async (phase) => {
    const { runId, finished } = await launched();
    await runs.writeStatus(runId, { phase, attempt: 1 });
    if (phase === 'running') await runs.rowWith(runId, { status: 'running' });
    expect(await one.backend.cancel(runId)).toBe(true);
    const isRequested = async (): Promise<boolean> =>
      (await runs.resource(runId))?.spec.cancelRequested === true;
    await until(isRequested);
    await runs.writeStatus(runId, { phase: 'cancelled', attempt: 1 });
    await finished;
    const row = await runs.rowWith(runId, { status: 'cancelled' });
    expect(row).toMatchObject({ errorMessage: 'The run was cancelled by the user.' });
    await until(async () => (await runs.row(runId)).outbox.length === 0);
    expect(await one.backend.cancel(runId)).toBe(false);
  });

  it('fail when their Run resource is deleted', async () => {
    const { runId, finished } = await launched();
    await runs.delete(runId);
    await finished;
    expect((await runs.row(runId)).errorMessage).toBe(
      `The Run resource of this run was deleted before the run had ended. To run it again, retry it: POST /api/runs/${runId}/retry.`,
    );
  });

  it('are recorded by another replica when the one that launched them has stopped', async () => {
    const two = await runs.replica();
    const { runId, finished } = await launched(two);
    await two.stop();
    await finished;
    expect((await runs.row(runId)).status).toBe('pending');
    await runs.succeed(runId);
    await runs.rowWith(runId, { status: 'success' });
  });

  it('that finished while no replica ran are recorded once, by one of several', async () => {
    const { runId } = await launched();
    await one.stop();
    await runs.writeStatus(runId, { phase: 'failed', attempt: 1 }, 'It failed.');
    const replicas = await Promise.all([1, 2, 3].map(() => runs.replica()));
    await until(() => runs.isRecorded(runId));
    expect((await runs.row(runId)).errorMessage).toBe('It failed.');
    // The replica that recorded the run reports its failure afterwards.
    await until(() => replicas.some(({ failures }) => failures.includes(runId)));
    expect(replicas.flatMap(({ failures }) => failures)).toEqual([runId]);
    one = replicas[0]!;
  });

  it('are recorded once a database that was unreachable when they finished is back', async () => {
    const { runId, finished } = await launched();
    await runs.allowDatabase(false);
    await runs.succeed(runId);
    await until(() => one.messages.includes('run not recorded, will be retried'));
    expect(await runs.isRecorded(runId)).toBe(false);
    await runs.allowDatabase(true);
    await finished;
    await runs.rowWith(runId, { status: 'success' });
    await until(() => runs.isRecorded(runId));
  });

  it('register an output as a dataset once when several replicas start together', async () => {
    const { runId } = await launched();
    await one.stop();
    const key = `runs/${runId}/attempts/1/outputs/out.csv`;
    const dataKey = `${key}.data.parquet`;
    await runs.objects.put(key, 'a\n1\n');
    await runs.objects.put(dataKey, 'columns');
    const facts = { columns: [], rowCount: 1, sample: [], profile: [], parseOptions: null };
    const dataset = { name: 'Made', dataKey, facts };
    await runs.succeed(runId, {
      outputs: [{ nodeId: 'out', format: 'csv', key, bytes: 4, rows: 1, dataset }],
    });
    [one] = await Promise.all([runs.replica(), runs.replica(), runs.replica()]);
    const { logs } = await runs.rowWith(runId, { status: 'success' });
    expect(JSON.parse(logs ?? 'null')).toEqual([{ level: 'info', message: 'done' }]);
    const versions = await runs.database.client.datasetVersion.findMany();
    expect(versions).toHaveLength(1);
    expect(await runs.objects.getText(versions[0]!.dataKey)).toBe('columns');
    expect(await runs.objects.getText(versions[0]!.sourceKey)).toBe('a\n1\n');
  });

  it('notify another replica that has subscribed to their finish', async () => {
    const alone = await ClusterRuns.open(plane);
    await alone.createNamespace();
    const { launcher } = await alone.replica(undefined, { pollInterval: NEVER_MS });
    const { backend } = await alone.replica(undefined, { pollInterval: NEVER_MS });
    const { runId } = await launcher.launch(alone.prepared());
    expect(backend.whenFinished(runId)).toBeUndefined();
    backend.subscribe(runId);
    const ended = backend.whenFinished(runId);
    expect(ended).toBeDefined();
    await until(() => alone.resource(runId));
    await alone.succeed(runId);
    await ended;
    expect((await alone.row(runId)).status).toBe('success');
    await alone.close();
  });

  it('resolve the waits of their replica when another process records and publishes their finish', async () => {
    const alone = await ClusterRuns.open(plane);
    await alone.createNamespace();
    const { launcher, backend } = await alone.replica(undefined, { pollInterval: NEVER_MS });
    const { runId, finished } = await launcher.launch(alone.prepared());
    await until(() => alone.resource(runId));
    const end = { ...failedCompletion('It was lost.'), time: new Date(), isPublished: true };
    expect(await finishRun(alone.database.client, { runId, attempt: 1 }, end)).toBe(true);
    await finished;
    expect(backend.whenFinished(runId)).toBeUndefined();
    await alone.close();
  });
});
