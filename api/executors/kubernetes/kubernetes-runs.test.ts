import { RECORDED_ANNOTATION } from '../../../operator/resources/run.ts';
import { ClusterRuns, type Replica } from '../../../test/support/cluster-runs.ts';
import { startControlPlane } from '../../../test/support/control-plane.ts';
import { skipSuite } from '../../../test/support/skips.ts';
import { until } from '../../../test/support/until.ts';

const plane = await startControlPlane();
if (plane === null) skipSuite('runs in a cluster', 'the API server is built by Go 1.25 or newer');

(plane === null ? describe.skip : describe)('runs in a cluster', () => {
  let runs: ClusterRuns;
  let one: Replica;

  beforeAll(async () => {
    runs = await ClusterRuns.open(plane!);
    one = await runs.replica();
  });

  afterAll(async () => {
    await runs.close();
    await plane?.stop();
  });

  it('become Run resources, and what becomes of those is recorded', async () => {
    const { runId, ended } = await one.launcher.launch(runs.prepared({ timeoutSeconds: 60 }));
    const resource = await until(() => runs.resource(runId));
    expect(resource.spec).toMatchObject({
      ...{ runId, flowId: runs.flowId, engine: 'polars', trigger: 'manual', timeoutSeconds: 60 },
      specKey: `runs/${runId}/spec.json`,
    });
    await until(async () => (await runs.database.client.runOutbox.count()) === 0);
    await runs.tell(runId, { phase: 'running', attempt: 1, startedAt: new Date().toISOString() });
    const statusOf = async (): Promise<string | undefined> =>
      (await runs.database.client.run.findUnique({ where: { id: runId } }))?.status;
    await until(async () => (await statusOf()) === 'running');
    await runs.succeed(runId);
    await ended;
    expect(await statusOf()).toBe('success');
    const isRecorded = async (): Promise<boolean> =>
      (await runs.resource(runId))?.metadata.annotations?.[RECORDED_ANNOTATION] === 'true';
    await until(isRecorded);
  });
});
