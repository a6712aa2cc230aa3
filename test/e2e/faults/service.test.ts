import { kill, untilReady } from '../support/component.ts';
import { eventually } from '../support/eventually.ts';
import { longFlow, quickFlow } from '../support/flows.ts';
import { expectEachOnce, startMany } from '../support/many-runs.ts';
import { tracesOf } from '../support/objects.ts';
import { openStand, type Stand } from '../support/stand.ts';

let stand: Stand;
let flow: string;

beforeAll(async () => {
  stand = await openStand();
  flow = await quickFlow(stand.service);
});

afterAll(async () => {
  await scale('postgres', 1);
  await scale('s3', 1);
  await untilReady(stand.kubernetes, 'api', 2);
  await stand.close();
});

async function scale(component: 'postgres' | 's3', replicas: number): Promise<void> {
  const { kubernetes } = stand;
  await kubernetes.kubectl('scale', `statefulset/millrace-${component}`, `--replicas=${replicas}`);
  await untilReady(kubernetes, component, replicas);
}

/** The phase that the operator tells of a run. */
async function phaseOf(run: string): Promise<string | undefined> {
  return (await stand.kubernetes.run(run))?.status?.phase;
}

describe('a run ends as it went', () => {
  it('when every API is killed while a client waits', async () => {
    const runs = await startMany(stand, flow, 3);
    const waiting = stand.service.runToEnd(flow).catch(() => null);
    await stand.service.until(runs[0]!, 'running');
    await kill(stand.kubernetes, 'api');
    await waiting;
    await untilReady(stand.kubernetes, 'api', 2);
    await expectEachOnce(stand, runs);
  });

  it('when API and operator are killed together', async () => {
    const runs = await startMany(stand, flow, 3);
    await Promise.all([kill(stand.kubernetes, 'api'), kill(stand.kubernetes, 'operator')]);
    await untilReady(stand.kubernetes, 'api', 2);
    await expectEachOnce(stand, runs);
  });

  it('when the database is away while it ends, and for a while after', async () => {
    const runs = await startMany(stand, flow, 2);
    await stand.service.until(runs[0]!, 'running');
    await scale('postgres', 0);
    for (const run of runs) {
      await eventually(
        `${run} to end`,
        () => phaseOf(run),
        (phase) => phase === 'success',
      );
    }
    await scale('postgres', 1);
    await untilReady(stand.kubernetes, 'api', 2);
    await expectEachOnce(stand, runs);
  });

  it('when the object store is away while it uploads', async () => {
    const { service, objects } = stand;
    const id = await service.start(await longFlow(service, 3000));
    await eventually(
      'a claim',
      () => tracesOf(objects, id),
      ({ claims }) => claims === 1,
    );
    await scale('s3', 0);
    expect(await phaseOf(id)).toBe('running');
    await scale('s3', 1);
    await expectEachOnce(stand, [id]);
  });
});
