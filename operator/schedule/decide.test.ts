import { jobSettingsSchema } from '../job/job-settings.ts';
import { TEMPLATE_ANNOTATION } from '../../kubernetes/resources/metadata-keys.ts';
import { scheduleSpecSchema } from '../../kubernetes/resources/schedule.ts';
import { cronJobFor, cronSettings } from './cron-job.ts';
import { decide, type ScheduleDecision } from './decide.ts';
import { nextStatus, type CronJobState } from './next-status.ts';
import type { ObservedCronJob, ObservedSchedule, WaitingJob } from './observation.ts';

const settings = jobSettingsSchema.parse({ image: 'runner:1' });
const schedule: ObservedSchedule = {
  name: 's1',
  namespace: 'data',
  uid: 'su1',
  resourceVersion: '7',
  generation: 2,
  isDeleting: false,
  spec: scheduleSpecSchema.parse({
    scheduleId: 's1',
    flowId: 'f1',
    cron: '0 7 * * 1-5',
    timeZone: 'Europe/Berlin',
  }),
  status: {},
};
const desired = cronJobFor(schedule, settings);
const cronJob: ObservedCronJob = {
  name: 's1',
  uid: 'cu1',
  resourceVersion: '9',
  ownerUid: 'su1',
  isDeleting: false,
  settings: cronSettings(desired.spec),
  template: desired.spec.jobTemplate.metadata.annotations[TEMPLATE_ANNOTATION] ?? '',
  lastScheduledAt: null,
};

function waitingJob(scheduledFor: string): WaitingJob {
  return {
    name: `s1-${Date.parse(scheduledFor) / 60_000}`,
    uid: `u-${scheduledFor}`,
    resourceVersion: '1',
    schedule: 's1',
    scheduledFor,
    template: cronJob.template,
    owners: [],
    isDeleting: false,
    isUnusable: false,
  };
}

const seven = waitingJob('2026-11-20T06:00:00Z');
const eight = waitingJob('2026-11-20T07:00:00Z');

interface Scene {
  readonly schedule?: Partial<ObservedSchedule>;
  readonly spec?: Partial<ObservedSchedule['spec']>;
  readonly cronJob?: ObservedCronJob | null;
  readonly waiting?: readonly WaitingJob[];
  readonly image?: string;
  readonly isUnreadable?: boolean;
  readonly cronJobRejection?: string;
}

const NOW = new Date('2026-11-20T07:00:01Z');

function decideFor(scene: Scene): ScheduleDecision {
  const own = { ...schedule, ...scene.schedule, spec: { ...schedule.spec, ...scene.spec } };
  const { isUnreadable = false, cronJobRejection = null, waiting = [] } = scene;
  const existing = scene.cronJob === undefined ? cronJob : scene.cronJob;
  const observation = { schedule: own, cronJob: existing, waiting, isUnreadable, cronJobRejection };
  return decide(observation, { ...settings, image: scene.image ?? settings.image }, NOW);
}

const READ = { isUnreadable: false, cronJobRejection: null };

const changed = (change: Partial<ObservedCronJob['settings']>): ObservedCronJob => ({
  ...cronJob,
  settings: { ...cronJob.settings, ...change },
});

describe('the CronJob of a Schedule', () => {
  it('creates one suspended Job at a time in the time zone of the Schedule', () => {
    expect(desired).toMatchSnapshot();
  });

  it.each<[string, Scene, string]>([
    ['matches the desired state', {}, 'keep'],
    ['is missing', { cronJob: null }, 'create'],
    ['belongs to something else', { cronJob: { ...cronJob, ownerUid: 'x' } }, 'keep'],
    ['is being deleted', { cronJob: { ...changed({}), isDeleting: true, template: '' } }, 'keep'],
    ['has another cron expression', { spec: { cron: '* * * * *' } }, 'replace'],
    ['has another time zone', { spec: { timeZone: 'UTC' } }, 'replace'],
    ['has to be suspended', { spec: { suspend: true } }, 'replace'],
    ['has other resources of the runner', { spec: { resources: { memory: '8Gi' } } }, 'replace'],
    ['has another timeout of the runner', { spec: { timeoutSeconds: 9 } }, 'replace'],
    ['has an older image', { image: 'runner:2' }, 'replace'],
    ['was suspended by hand', { cronJob: changed({ suspend: true }) }, 'replace'],
    [
      'was allowed to overlap by hand',
      { cronJob: changed({ concurrencyPolicy: 'Allow' }) },
      'replace',
    ],
    ['creates Jobs that are not suspended', { cronJob: { ...cronJob, template: '' } }, 'replace'],
  ])('that %s gets the expected step', (_, scene, step) => {
    expect(decideFor(scene).cronJob.kind).toBe(step);
  });

  it('is replaced only at the resource version that was read', () => {
    expect(decideFor({ spec: { suspend: true } }).cronJob).toMatchObject({ version: '9' });
  });
});

describe('waiting Jobs', () => {
  const waiting = [seven, eight];

  it('stay until their slot is settled', () => {
    expect(decideFor({ waiting }).deleteJobs).toEqual([]);
    expect(
      decideFor({ waiting, spec: { settledThrough: '2026-11-20T06:30:00Z' } }).deleteJobs,
    ).toEqual([seven]);
    expect(decideFor({ waiting, spec: { settledThrough: eight.scheduledFor } }).deleteJobs).toEqual(
      waiting,
    );
  });

  it('are deleted when they were resumed or have finished before a run adopted them', () => {
    const spent = { ...seven, isUnusable: true };
    expect(decideFor({ waiting: [spent, eight] }).deleteJobs).toEqual([spent]);
  });

  it('stay while they or their Schedule are being deleted', () => {
    const spec = { settledThrough: eight.scheduledFor };
    expect(decideFor({ waiting: [{ ...seven, isDeleting: true }], spec }).deleteJobs).toEqual([]);
    const idle = { cronJob: { kind: 'keep' }, deleteJobs: [], status: null, requeueAfterMs: null };
    expect(decideFor({ waiting, spec, schedule: { isDeleting: true } })).toEqual(idle);
  });

  it('stay while the latest version of the Schedule or its CronJob cannot be read', () => {
    const idle = { cronJob: { kind: 'keep' }, deleteJobs: [], status: null, requeueAfterMs: null };
    const spec = { settledThrough: eight.scheduledFor, suspend: true };
    expect(decideFor({ waiting, spec, isUnreadable: true })).toEqual(idle);
  });
});

describe('a Schedule is requeued', () => {
  const notReady = (decision: ScheduleDecision): unknown => decision.status?.conditions?.[0];

  it('never when its CronJob can be written', () => {
    expect(decideFor({ cronJob: null }).requeueAfterMs).toBeNull();
  });

  it('after five minutes when the API server rejected its CronJob, without another attempt in this reconcile', () => {
    const cronJobRejection = 'exceeded quota';
    const decision = decideFor({
      cronJob: null,
      cronJobRejection,
      waiting: [{ ...seven, isUnusable: true }],
    });
    expect(decision).toMatchObject({ cronJob: { kind: 'keep' }, requeueAfterMs: 300_000 });
    expect(decision.deleteJobs).toHaveLength(1);
    expect(notReady(decision)).toMatchObject({
      status: 'False',
      reason: 'CronJobRefused',
      message: cronJobRejection,
    });
  });

  it('after five minutes when another object has the name of its CronJob', () => {
    const decision = decideFor({ cronJob: { ...cronJob, ownerUid: 'x' } });
    expect(decision).toMatchObject({ cronJob: { kind: 'keep' }, requeueAfterMs: 300_000 });
    expect(notReady(decision)).toMatchObject({ status: 'False', reason: 'CronJobNameTaken' });
  });
});

describe('the status of a Schedule', () => {
  const now = new Date('2026-11-20T07:00:01Z');
  const ready: CronJobState = { isReady: true, reason: 'CronJobReady', message: 'm' };
  const statusFrom = (
    was: ObservedSchedule['status'],
    state = ready,
  ): ReturnType<typeof nextStatus> =>
    nextStatus(
      { schedule: { ...schedule, status: was }, ...READ, cronJob, waiting: [eight, seven] },
      state,
      now,
    );

  it('lists the waiting slots, the oldest first, and the latest slot', () => {
    expect(statusFrom({})).toEqual({
      observedGeneration: 2,
      lastScheduledAt: eight.scheduledFor,
      waiting: [
        { scheduledFor: seven.scheduledFor, job: seven.name },
        { scheduledFor: eight.scheduledFor, job: eight.name },
      ],
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          reason: 'CronJobReady',
          message: 'm',
          lastTransitionTime: now.toISOString(),
          observedGeneration: 2,
        },
      ],
    });
  });

  it('lists a slot once when a user copied its Job', () => {
    const waiting = [seven, eight, { ...seven, name: 'copy', uid: 'copy' }];
    const status = nextStatus({ ...READ, schedule, cronJob, waiting }, ready, now);
    expect(status?.waiting?.map(({ scheduledFor }) => scheduledFor)).toEqual([
      seven.scheduledFor,
      eight.scheduledFor,
    ]);
  });

  it('is written only when it has changed', () => {
    const was = statusFrom({})!;
    expect(statusFrom(was)).toBeNull();
    const refused: CronJobState = { isReady: false, reason: 'CronJobRefused', message: 'no' };
    expect(statusFrom(was, refused)?.conditions?.[0]).toMatchObject({
      status: 'False',
      message: 'no',
    });
  });

  it('keeps the latest slot when its CronJob is created again', () => {
    const lastScheduledAt = '2026-11-20T09:00:00Z';
    expect(statusFrom({ lastScheduledAt })).toMatchObject({ lastScheduledAt });
  });
});

it('a condition message that is cut within a character is well-formed Unicode', () => {
  const state: CronJobState = {
    isReady: false,
    reason: 'CronJobRefused',
    message: `${'m'.repeat(2047)}😀`,
  };
  const status = nextStatus({ ...READ, schedule, cronJob, waiting: [] }, state, new Date(0));
  expect(status?.conditions?.[0]?.message.at(-1)).toBe('\uFFFD');
});
