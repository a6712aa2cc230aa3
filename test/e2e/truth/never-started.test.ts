import { eventually } from '../support/eventually.ts';
import { quickFlow } from '../support/flows.ts';
import { changeJobSettings } from '../support/job-settings.ts';
import { tracesOf } from '../support/objects.ts';
import { openStand, type Stand } from '../support/stand.ts';

const QUOTA = 'no-pods';
const MISSING = 'localhost/millrace-runner:missing';
/** Short enough to wait for. The Job controller asks a quota again after 1, 3, 7 and 15 seconds. */
const DEADLINES = { startDeadlineSeconds: 20, quotaDeadlineSeconds: 20, imageDeadlineSeconds: 5 };

let stand: Stand;
let flow: string;
let restoreSettings: () => Promise<void>;

beforeAll(async () => {
  stand = await openStand();
  flow = await quickFlow(stand.service);
  restoreSettings = await changeJobSettings(stand.kubernetes, DEADLINES);
});

afterEach(async () => {
  await stand.kubernetes.uncordon();
  await stand.kubernetes.kubectl('delete', 'resourcequota', QUOTA, '--ignore-not-found');
});

afterAll(async () => {
  await restoreSettings();
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
    expect(run.error_message).toMatch(/No node takes the pod: 0\/\d+ nodes are available/);
    expect((await tracesOf(stand.objects, id)).claims).toBe(0);
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
  });

  it('because its image is missing fails after the deadline, and names the image', async () => {
    const restore = await changeJobSettings(stand.kubernetes, { image: MISSING });
    try {
      const id = await stand.service.start(flow);
      const run = await stand.service.ended(id);
      expect(run.status).toBe('failed');
      expect(run.error_message).toContain(`The image ${MISSING} cannot be pulled: `);
      expect((await tracesOf(stand.objects, id)).claims).toBe(0);
    } finally {
      await restore();
    }
  });
});
