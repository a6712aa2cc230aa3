import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { requireControlPlane, type OwnControlPlane } from '../../test/support/control-plane.ts';
import { TIMEOUT_MS, OperatorBench, until } from '../../test/support/operator-bench.ts';
import { ScheduleBench } from '../../test/support/schedule-bench.ts';
import { SCHEDULE_STEPS } from '../failpoint.ts';
import { RUN_LABEL } from '../../kubernetes/resources/metadata-keys.ts';
import { RECORDED_ANNOTATION } from '../../kubernetes/resources/run.ts';

// The tools may have to be built before the first test.
const BUILD_WITHIN_MS = 20 * 60_000;
const SEVEN = '2026-11-20T07:00:00Z';
const QUEUE = 'kueue.x-k8s.io/queue-name';
const EIGHT = '2026-11-20T08:00:00Z';

let plane: OwnControlPlane;
let scratch: string;

beforeAll(async () => {
  plane = await requireControlPlane();
  plane.startControllers();
  scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-schedules-'));
}, BUILD_WITHIN_MS);

afterAll(async () => {
  await plane.stop();
  await rm(scratch, { recursive: true, force: true });
});

/** Runs a test in a namespace of its own with an operator. */
function onApiServer(
  title: string,
  test: (bench: ScheduleBench) => Promise<void>,
  settings: object = {},
): void {
  it(
    title,
    async () => {
      const bench = new ScheduleBench(await OperatorBench.open(plane, scratch));
      const operator = await bench.runs.operator({}, settings);
      try {
        await test(bench);
      } finally {
        await operator.stop();
      }
    },
    2 * TIMEOUT_MS,
  );
}

describe('a Schedule on a real API server', () => {
  onApiServer('has a CronJob that is restored after changes by hand', async (bench) => {
    await bench.create('s');
    const made = await bench.cronJob('s');
    expect(made.spec).toMatchObject({
      schedule: '0 7 * * *',
      timeZone: 'Europe/Berlin',
      suspend: false,
      concurrencyPolicy: 'Forbid',
    });
    await until(async () => (await bench.ready('s'))?.reason === 'CronJobReady');
    await bench.patch('s', { cron: '0 8 * * *', timeZone: 'UTC', suspend: true });
    await bench.cronJobWith('s', { schedule: '0 8 * * *', timeZone: 'UTC', suspend: true });
    await until(async () => (await bench.ready('s'))?.reason === 'Suspended');
    await bench.patchCronJob('s', { suspend: false, concurrencyPolicy: 'Allow' });
    await bench.cronJobWith('s', { suspend: true, concurrencyPolicy: 'Forbid' });
    await bench.deleteCronJob('s');
    await until(async () => (await bench.cronJob('s')).metadata.uid !== made.metadata.uid);
    const reasons = await until(async () => {
      const emitted = (await bench.runs.events()).map(({ reason }) => reason);
      return emitted.includes('Suspended') ? emitted : null;
    });
    expect(reasons.toSorted()).toEqual(['CronJobReady', 'Suspended']);
  });

  onApiServer('reports why the API server rejected its CronJob', async (bench) => {
    await bench.create('s', { timeZone: 'Mars/Olympus' });
    const refused = await until(async () => (await bench.ready('s')) ?? null);
    expect(refused).toMatchObject({ status: 'False', reason: 'CronJobRefused' });
    expect(refused.message).toMatch(/unknown time zone Mars\/Olympus/);
  });

  onApiServer('is deleted together with its CronJob and its waiting Jobs', async (bench) => {
    await bench.create('s');
    await bench.createSlotJob('s', SEVEN);
    await bench.untilWaiting('s', [SEVEN]);
    await bench.delete('s');
    await until(async () => (await bench.runs.jobs()).length === 0);
  });
});

describe('a slot', () => {
  onApiServer('waits for its run, which adopts its Job', async (bench) => {
    await bench.create('s');
    const job = await bench.createSlotJob('s', SEVEN);
    await bench.untilWaiting('s', [SEVEN]);
    await bench.run('r', 's', SEVEN);
    const taken = await bench.adoptedBy(job, 'r');
    expect(taken.metadata.ownerReferences?.map(({ kind }) => kind)).toEqual(['CronJob', 'Run']);
    expect(taken.spec.template.metadata).toMatchObject({
      labels: {
        'millrace.dev/run': 'r',
        'millrace.dev/attempt': '1',
        'millrace.dev/schedule': 's',
      },
      annotations: { 'millrace.dev/run-id': 'r' },
    });
    await bench.untilWaiting('s', []);
    await bench.runs.succeedPod(job);
    await bench.runs.waitForPhase('r', 'success');
    expect(await bench.jobNames()).toEqual([job]);
  });

  onApiServer('loses its waiting Job once it is settled without a run', async (bench) => {
    await bench.create('s');
    await bench.createSlotJob('s', SEVEN);
    const later = await bench.createSlotJob('s', EIGHT);
    await bench.untilWaiting('s', [SEVEN, EIGHT]);
    await bench.patch('s', { settledThrough: SEVEN });
    await bench.untilWaiting('s', [EIGHT]);
    await until(async () => (await bench.jobNames()).join() === later);
  });

  onApiServer(
    'gets another Job when the resources of the waiting one do not match',
    async (bench) => {
      await bench.create('s');
      await bench.createSlotJob('s', SEVEN);
      await bench.untilWaiting('s', [SEVEN]);
      await bench.run('r', 's', SEVEN, { resources: { memory: '3Gi' } });
      await until(async () => (await bench.jobNames()).join() === 'r-a1');
      await bench.untilWaiting('s', []);
    },
  );

  onApiServer('gets a Job when none waits', async (bench) => {
    await bench.create('s');
    await bench.run('r', 's', SEVEN);
    await until(async () => (await bench.jobNames()).join() === 'r-a1');
  });

  onApiServer(
    'waits outside the queue, and its run waits for the queue to admit its Job',
    async (bench) => {
      await bench.create('s');
      const job = await bench.createSlotJob('s', SEVEN);
      await bench.untilWaiting('s', [SEVEN]);
      expect((await bench.job(job)).metadata.labels).not.toHaveProperty([QUEUE]);
      await bench.run('r', 's', SEVEN);
      await until(async () => {
        const [condition] = (await bench.runs.run('r'))?.status?.conditions ?? [];
        return condition?.reason === 'Queued';
      });
      const { metadata, spec } = await bench.job(job);
      expect(metadata.labels).toMatchObject({ [QUEUE]: 'team', [RUN_LABEL]: 'r' });
      expect(spec.suspend).toBe(true);
      await bench.resume(job);
      await bench.runs.succeedPod(job);
      await bench.runs.waitForPhase('r', 'success');
      expect(await bench.jobNames()).toEqual([job]);
    },
    { labels: { [QUEUE]: 'team' } },
  );

  onApiServer('gets another Job when a user resumed the waiting one', async (bench) => {
    await bench.create('s');
    const job = await bench.createSlotJob('s', SEVEN);
    await bench.untilWaiting('s', [SEVEN]);
    await bench.resume(job);
    await bench.untilWaiting('s', []);
    await bench.run('r', 's', SEVEN);
    await until(async () => (await bench.jobNames()).join() === 'r-a1');
    await until(async () => {
      return (await bench.runs.events()).some(({ reason }) => reason === 'WaitingJobSpent');
    });
  });

  onApiServer('loses its Job when its Run is deleted', async (bench) => {
    await bench.create('s');
    const job = await bench.createSlotJob('s', SEVEN);
    await bench.untilWaiting('s', [SEVEN]);
    await bench.run('r', 's', SEVEN);
    await bench.adoptedBy(job, 'r');
    await bench.deleteRun('r');
    await until(async () => (await bench.runs.jobs()).length === 0);
  });

  onApiServer('keeps its run when the Schedule is deleted', async (bench) => {
    await bench.create('s');
    const job = await bench.createSlotJob('s', SEVEN);
    await bench.untilWaiting('s', [SEVEN]);
    await bench.run('r', 's', SEVEN);
    await bench.adoptedBy(job, 'r');
    const { uid } = (await bench.cronJob('s')).metadata;
    await bench.delete('s');
    // The garbage collector removes the owner reference to the deleted CronJob.
    const left = await until(async () => {
      const { ownerReferences = [] } = (await bench.adoptedBy(job, 'r')).metadata;
      return ownerReferences.some((owner) => owner.uid === uid) ? null : ownerReferences;
    });
    expect(left).toMatchObject([{ kind: 'Run', name: 'r' }]);
  });
});

describe('the Job of a finished slot', () => {
  it(
    'is kept as long as its Run and deleted with it',
    async () => {
      const bench = new ScheduleBench(await OperatorBench.open(plane, scratch));
      const operator = await bench.runs.operator({ OPERATOR_RETENTION_DONE_SECONDS: '0' });
      try {
        await bench.create('s');
        const job = await bench.createSlotJob('s', SEVEN);
        await bench.untilWaiting('s', [SEVEN]);
        await bench.run('r', 's', SEVEN);
        await bench.adoptedBy(job, 'r');
        await bench.runs.succeedPod(job);
        await bench.runs.waitForPhase('r', 'success');
        expect(await bench.jobNames()).toEqual([job]);
        await bench.runs.patchRun('r', {
          metadata: { annotations: { [RECORDED_ANNOTATION]: 'true' } },
        });
        await until(async () => (await bench.runs.run('r')) === null);
        await until(async () => (await bench.jobNames()).length === 0);
      } finally {
        await operator.stop();
      }
    },
    2 * TIMEOUT_MS,
  );
});

describe.each(SCHEDULE_STEPS)('an operator killed at the step %s', (step) => {
  it(
    'is replaced by one that reaches the same state',
    async () => {
      const bench = new ScheduleBench(await OperatorBench.open(plane, scratch));
      await bench.create('s');
      if (step === 'waitingJobsDeleted') {
        const before = await bench.runs.operator();
        await bench.createSlotJob('s', SEVEN);
        await bench.untilWaiting('s', [SEVEN]);
        await before.stop();
        await bench.patch('s', { settledThrough: SEVEN });
      }
      const killed = await bench.runs.operator({ OPERATOR_FAILPOINT: step });
      expect(await killed.exited).toBe(137);
      const next = await bench.runs.operator();
      try {
        await until(async () => (await bench.ready('s'))?.reason === 'CronJobReady');
        await bench.untilWaiting('s', []);
        const job = await bench.createSlotJob('s', EIGHT);
        await bench.untilWaiting('s', [EIGHT]);
        expect(
          (await bench.runs.jobs()).map(({ metadata }) => metadata.labels?.[RUN_LABEL]),
        ).toEqual([undefined]);
        expect(await bench.jobNames()).toEqual([job]);
      } finally {
        await next.stop();
      }
    },
    2 * TIMEOUT_MS,
  );
});

describe('an operator killed after a run adopted the waiting Job', () => {
  it(
    'is replaced by one that creates no other Job',
    async () => {
      const bench = new ScheduleBench(await OperatorBench.open(plane, scratch));
      await bench.create('s');
      const before = await bench.runs.operator();
      const job = await bench.createSlotJob('s', SEVEN);
      await bench.untilWaiting('s', [SEVEN]);
      await before.stop();
      await bench.run('r', 's', SEVEN);
      const killed = await bench.runs.operator({ OPERATOR_FAILPOINT: 'jobCreated' });
      expect(await killed.exited).toBe(137);
      await bench.adoptedBy(job, 'r');
      // Without election it leads before its cache has the Job.
      const next = await bench.runs.operator({ OPERATOR_LEADER_ELECTION: 'false' });
      try {
        await bench.runs.waitForPhase('r', 'pending');
        await bench.runs.succeedPod(job);
        await bench.runs.waitForPhase('r', 'success');
        expect(await bench.jobNames()).toEqual([job]);
      } finally {
        await next.stop();
      }
    },
    2 * TIMEOUT_MS,
  );
});
