import { eventually } from '../support/eventually.ts';
import { quickFlow } from '../support/flows.ts';
import { tracesOf } from '../support/objects.ts';
import { openStand, type Stand } from '../support/stand.ts';

const QUOTA = 'no-pods';

let stand: Stand;
let flow: string;

beforeAll(async () => {
  stand = await openStand();
  flow = await quickFlow(stand.service);
});

afterAll(async () => {
  await stand.kubernetes.uncordon();
  await stand.kubernetes.kubectl('delete', 'resourcequota', QUOTA, '--ignore-not-found');
  await stand.close();
});

async function allowNoMorePods(): Promise<void> {
  await stand.kubernetes.create('resourcequotas', {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: QUOTA },
    spec: { hard: { pods: '0' } },
  });
  await eventually(
    'the quota to be counted',
    () => stand.kubernetes.kubectl('get', 'resourcequota', QUOTA, '-o', 'jsonpath={.status.hard}'),
    (hard) => hard !== '',
  );
}

/** The reason that the Run tells while it waits. */
async function waitsBecause(run: string, reason: string): Promise<void> {
  await eventually(
    `run ${run} to wait because of ${reason}`,
    async () => (await stand.kubernetes.run(run))?.status?.conditions?.[0]?.reason,
    (seen) => seen === reason,
  );
}

describe('a run that cannot begin', () => {
  it('because no node takes it fails after the deadline, in the words of the scheduler', async () => {
    await stand.kubernetes.cordon();
    const id = await stand.service.start(flow);
    await waitsBecause(id, 'Unschedulable');
    const run = await stand.service.ended(id);
    expect(run.status).toBe('failed');
    expect(run.error_message).toMatch(/No node takes the pod: 0\/1 nodes are available/);
    expect((await tracesOf(stand.objects, id)).claims).toBe(0);
    await stand.kubernetes.uncordon();
  });

  it('because of a quota begins once there is room', async () => {
    await allowNoMorePods();
    const id = await stand.service.start(flow);
    await waitsBecause(id, 'QuotaExceeded');
    await stand.kubernetes.kubectl('delete', 'resourcequota', QUOTA);
    expect((await stand.service.ended(id)).status).toBe('success');
  });

  it('because of a quota fails after the deadline, in the words of the quota', async () => {
    await allowNoMorePods();
    const id = await stand.service.start(flow);
    const run = await stand.service.ended(id);
    expect(run.status).toBe('failed');
    expect(run.error_message).toMatch(/exceeded quota: no-pods/);
    await stand.kubernetes.kubectl('delete', 'resourcequota', QUOTA);
  });
});
