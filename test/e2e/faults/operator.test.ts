import { podsOf, restartsOf, restartWith, untilReady } from '../support/component.ts';
import { eventually } from '../support/eventually.ts';
import { quickFlow } from '../support/flows.ts';
import { expectEachOnce, startMany } from '../support/many-runs.ts';
import { openStand, type Stand } from '../support/stand.ts';

/** One process at a time needs no election, whose Lease a killed process holds for a while. */
const ALONE = 'OPERATOR_LEADER_ELECTION=false';
const KEEP = 'OPERATOR_RETENTION_DONE_SECONDS=3600';
const DELETE_AT_ONCE = 'OPERATOR_RETENTION_DONE_SECONDS=0';
const NO_FAILPOINT = 'OPERATOR_FAILPOINT-';

let stand: Stand;
let flow: string;

beforeAll(async () => {
  stand = await openStand();
  flow = await quickFlow(stand.service);
});

afterAll(async () => {
  const variables = [NO_FAILPOINT, KEEP, 'OPERATOR_LEADER_ELECTION-'];
  await restartWith(stand.kubernetes, 'operator', { replicas: 1, variables });
  await untilReady(stand.kubernetes, 'operator', 1);
  await stand.close();
});

async function stopOperator(): Promise<void> {
  await restartWith(stand.kubernetes, 'operator', { replicas: 0, variables: [] });
}

/** Starts an operator that ends itself at a step, and waits until it has. */
async function crashAt(step: string, retention = KEEP): Promise<void> {
  const variables = [`OPERATOR_FAILPOINT=${step}`, ALONE, retention];
  await restartWith(stand.kubernetes, 'operator', { replicas: 1, variables });
  await eventually(
    `the operator to end at ${step}`,
    async () => (await podsOf(stand.kubernetes, 'operator')).map(restartsOf),
    (counts) => counts.some((count) => count > 0),
  );
}

/** Starts one that goes on from there. */
async function goOn(retention = KEEP): Promise<void> {
  const variables = [NO_FAILPOINT, ALONE, retention];
  await restartWith(stand.kubernetes, 'operator', { replicas: 1, variables });
}

describe('no run is lost or doubled', () => {
  it('when it ends at each step of its work, one after the other', async () => {
    const runs: string[] = [];
    for (const step of ['observed', 'jobCreated', 'statusWritten', 'eventRecorded']) {
      await stopOperator();
      runs.push(...(await startMany(stand, flow, 1)));
      await crashAt(step);
    }
    await goOn();
    await expectEachOnce(stand, runs);
  });

  it('when it ends after the Job of a cancelled run was deleted', async () => {
    const { service, kubernetes } = stand;
    const id = await service.start(flow, { resources: { memory: '900Gi' } });
    await eventually(
      'a pod that no node takes',
      () => kubernetes.podsOf(id),
      (pods) => pods.length === 1,
    );
    await stopOperator();
    await service.cancel(id);
    await crashAt('jobsDeleted');
    await goOn();
    expect((await service.ended(id)).status).toBe('cancelled');
    expect(await kubernetes.podsOf(id)).toEqual([]);
    expect(await kubernetes.jobsOf(id)).toEqual([]);
  });

  it('when it ends after a Run was deleted that had been kept for long enough', async () => {
    const { service, kubernetes } = stand;
    const [id = ''] = await startMany(stand, flow, 1);
    await expectEachOnce(stand, [id]);
    await crashAt('runDeleted', DELETE_AT_ONCE);
    await goOn(DELETE_AT_ONCE);
    await eventually(
      `no Run ${id}`,
      () => kubernetes.run(id),
      (run) => run === null,
    );
    expect(await service.run(id)).toMatchObject({ status: 'success', error_message: null });
  });

  it('when two operators work without an election', async () => {
    const { kubernetes } = stand;
    const variables = [NO_FAILPOINT, ALONE, KEEP];
    await restartWith(kubernetes, 'operator', { replicas: 2, variables });
    await untilReady(kubernetes, 'operator', 2);
    await expectEachOnce(stand, await startMany(stand, flow, 6));
  });
});
