import { randomUUID } from 'node:crypto';
import { installationId } from '../../recover/installation-id.ts';
import { createRunRemovalStore } from '../../../domain/runs/run-removal-store.ts';
import { insertRun } from '../../../domain/runs/new-run-store.ts';
import { objectKeys } from '../../../../runner/domain/object-keys.ts';
import { ClusterRuns, PYTHON_GRAPH } from '../../../../test/support/cluster-runs.ts';
import type { PreparedRun } from '../../launch/run-launcher.ts';
import { requireSharedControlPlane } from '../../../../test/support/shared-control-plane.ts';
import { until } from '../../../../test/support/until.ts';
import { runManifest } from './run-resource/run-resource.ts';

const plane = await requireSharedControlPlane();

const later = (): Date => new Date(Date.now() + 120_000);

describe('the recovery of runs in a cluster', () => {
  let runs: ClusterRuns;

  beforeEach(async () => {
    runs = await ClusterRuns.open(plane);
  });

  afterEach(async () => {
    await runs.close();
  });

  afterAll(async () => {
    await plane.stop();
  });

  /** Inserts a run whose process dies right after the insert. */
  async function inserted(isEnqueued: boolean, more: Partial<PreparedRun> = {}): Promise<string> {
    const id = randomUUID();
    const resources = { memory: '1Gi' };
    const scheduled = { scheduleId: 'nightly', scheduledFor: new Date('2026-11-22T00:05:00Z') };
    const row = {
      ...runs.prepared({ ...scheduled, ...more }),
      id,
      inputs: [],
      inputDatasetId: null,
      isEnqueued,
      resources,
    };
    await insertRun(runs.database.client, row);
    return id;
  }

  const manifest = async (runId: string, installation?: string): Promise<object> => {
    const own = installation ?? (await installationId(runs.database.client));
    return runManifest({ ...runs.prepared(), runId }, own);
  };

  it('dispatches a run once the cluster admits it', async () => {
    const { launcher } = await runs.replica();
    const { runId } = await launcher.launch(runs.prepared());
    await until(async () => {
      await runs.makeOutboxDue();
      return ((await runs.row(runId)).outbox[0]?.attempts ?? 0) > 1;
    });
    expect((await runs.row(runId)).status).toBe('pending');
    await runs.createNamespace();
    await until(async () => {
      await runs.makeOutboxDue();
      return await runs.resource(runId);
    });
    await until(async () => (await runs.row(runId)).outbox.length === 0);
  });

  it('cancels an undispatched run without the cluster', async () => {
    const { launcher, backend } = await runs.replica();
    const { runId, finished } = await launcher.launch(runs.prepared());
    expect(await backend.cancel(runId)).toBe(true);
    await finished;
    expect(await runs.row(runId)).toMatchObject({ status: 'cancelled', outbox: [] });
  });

  it('dispatches a run of a dead process once, in any process', async () => {
    await runs.createNamespace();
    const runId = await inserted(true);
    await runs.objects.put(objectKeys.runSpec(runId), '{}');
    await runs.create(await manifest(runId));
    await runs.makeOutboxDue();
    await Promise.all([runs.replica(), runs.replica()]);
    await until(async () => (await runs.row(runId)).outbox.length === 0);
    expect((await runs.resources()).map(({ metadata }) => metadata.name)).toEqual([runId]);
  });

  it('dispatches a run with its resources and its slot', async () => {
    await runs.createNamespace();
    const runId = await inserted(true);
    await runs.objects.put(objectKeys.runSpec(runId), '{}');
    await runs.makeOutboxDue();
    await runs.replica();
    const { spec } = await until(() => runs.resource(runId));
    const schedule = { scheduleId: 'nightly', scheduledFor: '2026-11-22T00:05:00Z' };
    const expected = { runId, flowId: runs.flowId, resources: { memory: '1Gi' }, schedule };
    expect(spec).toMatchObject(expected);
  });

  it('dispatches a run with what its graph needs of the image', async () => {
    await runs.createNamespace();
    const runId = await inserted(true, { graph: PYTHON_GRAPH });
    await runs.objects.put(objectKeys.runSpec(runId), '{}');
    await runs.makeOutboxDue();
    await runs.replica();
    const { spec } = await until(() => runs.resource(runId));
    expect(spec).toMatchObject({ runId, runtime: 'python' });
  });

  it('dispatches a run with the secrets of its connections as they were when it was accepted', async () => {
    await runs.createNamespace();
    const runId = await inserted(true);
    const connections = [{ secret: 'env:THEN' }, { secret: 'keyring:then' }, { secret: null }];
    await runs.objects.put(objectKeys.runSpec(runId), JSON.stringify({ connections }));
    await runs.makeOutboxDue();
    await runs.replica();
    const { spec } = await until(() => runs.resource(runId));
    const secrets = { variables: ['THEN'], keyring: ['then'], files: [] };
    expect(spec).toMatchObject({ runId, secrets });
  });

  it('prepares and dispatches a run whose process died before it stored the spec', async () => {
    await runs.createNamespace();
    const runId = await inserted(true);
    await runs.makeOutboxDue();
    await runs.replica();
    await until(() => runs.resource(runId));
    const spec = await runs.objects.getText(objectKeys.runSpec(runId));
    const { graph, engine, flowName, time } = runs.prepared();
    expect(JSON.parse(spec)).toEqual({
      runId,
      flowName,
      engine,
      graph,
      parameters: {},
      inputs: [],
      localTime: time.localTime,
    });
    await until(async () => (await runs.row(runId)).outbox.length === 0);
    expect((await runs.row(runId)).status).toBe('pending');
  });

  it('prepares and dispatches a run when the object store is reachable again', async () => {
    await runs.createNamespace();
    const { launcher } = await runs.replica();
    const { objects } = runs;
    const put = objects.put.bind(objects);
    objects.put = () => Promise.reject(new Error('no answer'));
    const { runId, finished } = await launcher.launch(runs.prepared());
    objects.put = put;
    expect((await runs.row(runId)).status).toBe('pending');
    await until(async () => {
      await runs.makeOutboxDue();
      return await runs.resource(runId);
    });
    await runs.succeed(runId);
    await finished;
    expect((await runs.row(runId)).status).toBe('success');
  });

  it('records a run as failed when it cannot be prepared', async () => {
    await runs.createNamespace();
    const runId = await inserted(true);
    const { client } = runs.database;
    await client.$executeRaw`UPDATE runs SET node_inputs = NULL WHERE id = ${runId}`;
    await runs.makeOutboxDue();
    await runs.replica();
    expect(await runs.rowWith(runId, { status: 'failed' })).toMatchObject({
      errorMessage: 'The server stopped while the run was being prepared. Retry it.',
    });
  });

  it('records a run as failed when its Run resource is missing', async () => {
    await runs.createNamespace();
    const lost = await inserted(false);
    await runs.replica(later);
    expect(await runs.rowWith(lost, { status: 'failed' })).toMatchObject({
      errorMessage: `The Run resource of this run was deleted before the run had ended. To run it again, retry it: POST /api/runs/${lost}/retry.`,
    });
  });

  it('records the stored result of a run whose Run resource was deleted', async () => {
    await runs.createNamespace();
    const runId = await inserted(false);
    await runs.create(await manifest(runId));
    await runs.succeed(runId);
    await runs.delete(runId);
    await runs.replica(later);
    await runs.rowWith(runId, { status: 'success' });
  });

  it('ignores young runs, which another process may still dispatch', async () => {
    await runs.createNamespace();
    const runId = await inserted(false);
    const old = await inserted(false);
    await runs.database.client.run.update({ where: { id: old }, data: { createdAt: new Date(0) } });
    await runs.replica();
    await runs.rowWith(old, { status: 'failed' });
    expect((await runs.row(runId)).status).toBe('pending');
  });

  it('deletes orphaned Run resources, but none of another installation', async () => {
    await runs.createNamespace();
    const [orphan, foreign] = [randomUUID(), randomUUID()];
    await runs.create(await manifest(orphan));
    await runs.create(await manifest(foreign, randomUUID()));
    await runs.replica(later);
    await until(async () => (await runs.resource(orphan)) === null);
    expect(await runs.resource(foreign)).not.toBeNull();
  });

  it('deletes the recorded Run of a run that retention removed, once, and leaves the others', async () => {
    await runs.createNamespace();
    const { launcher } = await runs.replica();
    const recorded = async (): Promise<string> => {
      const { runId } = await launcher.launch(runs.prepared());
      await until(() => runs.resource(runId));
      await runs.writeStatus(runId, { phase: 'failed', attempt: 1 }, 'No.');
      await until(() => runs.isRecorded(runId));
      return runId;
    };
    const removed = [await recorded(), await recorded()];
    const goesOn = await launcher.launch(runs.prepared());
    await until(() => runs.resource(goesOn.runId));
    const removal = createRunRemovalStore(runs.database.client);
    expect(await removal.removeRuns(runs.flowId, 10)).toBe(2);
    const kept = await recorded();
    const replicas = [await runs.replica(later), await runs.replica(later)];
    for (const runId of removed) await until(async () => (await runs.resource(runId)) === null);
    const left = (await runs.resources()).map(({ metadata }) => metadata.name);
    expect(left.toSorted()).toEqual([kept, goesOn.runId].toSorted());
    const messages = replicas.flatMap((replica) => replica.messages);
    expect(messages).not.toContain('sweep of a run failed, will be retried');
  });

  it('cancels a Run resource whose run has finished', async () => {
    await runs.createNamespace();
    const runId = await inserted(false);
    await runs.create(await manifest(runId));
    await runs.database.client.run.update({ where: { id: runId }, data: { status: 'failed' } });
    await runs.replica(later);
    await until(async () => (await runs.resource(runId))?.spec.cancelRequested === true);
  });
});
