import { eventually } from '../support/eventually.ts';
import { expectOutcome } from '../support/expect-outcome.ts';
import { quickFlow } from '../support/flows.ts';
import { changeJobSettings } from '../support/job-settings.ts';
import { TOO_LARGE_FOR_ANY_NODE } from '../support/run-options.ts';
import { openStand, type Stand } from '../support/stand.ts';

const QUOTA = 'no-pods';
const MISSING = 'localhost/millrace-runner:missing';
/** The Job controller retries under a quota after 1, 3, 7 and 15 seconds. */
const DEADLINES = { startDeadlineSeconds: 12, quotaDeadlineSeconds: 20, imageDeadlineSeconds: 5 };
/** The longest of these, and the start of a pod. */
const ENDS_WITHIN_MS = 60_000;

let stand: Stand;
let flow: string;
let restoreSettings: () => Promise<void>;

beforeAll(async () => {
  stand = await openStand();
  flow = await quickFlow(stand.service);
  restoreSettings = await changeJobSettings(stand.kubernetes, DEADLINES);
});

afterEach(async () => {
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

/** Waits until the Run and the API give a reason why the run waits. */
async function waitsBecause(run: string, reason: string): Promise<void> {
  await eventually(
    `run ${run} to wait because of ${reason}`,
    async () => (await stand.kubernetes.run(run))?.status?.conditions?.[0]?.reason,
    (seen) => seen === reason,
  );
  await eventually(
    `the API to say that ${run} waits because of ${reason}`,
    async () => (await stand.service.run(run)).waiting?.reason,
    (seen) => seen === reason,
  );
}

async function neverStarts(run: string, sentence: RegExp): Promise<void> {
  await expectOutcome(stand, run, {
    status: 'failed',
    sentence,
    attempts: 1,
    claims: 0,
    results: 0,
    withinMs: ENDS_WITHIN_MS,
  });
}

describe('a run that cannot start', () => {
  it('because it is unschedulable fails after the deadline with the message of the scheduler', async () => {
    const id = await stand.service.start(flow, TOO_LARGE_FOR_ANY_NODE);
    await waitsBecause(id, 'Unschedulable');
    await neverStarts(
      id,
      /^Gave up after 12 seconds\. No node takes the pod: 0\/\d+ nodes are available/,
    );
  });

  it('because of a quota starts once the quota allows it', async () => {
    await allowNoMorePods();
    const id = await stand.service.start(flow);
    await waitsBecause(id, 'QuotaExceeded');
    await stand.kubernetes.kubectl('delete', 'resourcequota', QUOTA);
    await expectOutcome(stand, id, {
      status: 'success',
      sentence: null,
      attempts: 1,
      claims: 1,
      results: 1,
      withinMs: ENDS_WITHIN_MS,
    });
  });

  it('because of a quota fails after the deadline with the message of the quota', async () => {
    await allowNoMorePods();
    const id = await stand.service.start(flow);
    await neverStarts(id, /^Gave up after 20 seconds\. .*exceeded quota: no-pods/);
  });

  it('because its image is missing fails after the deadline with the name of the image', async () => {
    const restore = await changeJobSettings(stand.kubernetes, { image: MISSING });
    try {
      const id = await stand.service.start(flow);
      await neverStarts(
        id,
        new RegExp(`^Gave up after 5 seconds\\. The image ${MISSING} cannot be pulled: `),
      );
    } finally {
      await restore();
    }
  });
});
