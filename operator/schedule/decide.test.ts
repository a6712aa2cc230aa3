import { jobSettingsSchema } from '../job/job-settings.ts';
import { TEMPLATE_ANNOTATION } from '../../kubernetes/resources/metadata-keys.ts';
import { scheduleSpecSchema } from '../../kubernetes/resources/schedule.ts';
import { cronJobFor, cronSettings } from './cron-job.ts';
import { decide, type ScheduleDecision } from './decide.ts';
import { nextStatus, type CronJobState } from './next-status.ts';
import type { ObservedCronJob, ObservedSchedule, WaitingJob } from './observed.ts';

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
const wanted = cronJobFor(schedule, settings);
const cronJob: ObservedCronJob = {
  name: 's1',
  uid: 'cu1',
  resourceVersion: '9',
  ownerUid: 'su1',
  isDeleting: false,
  settings: cronSettings(wanted.spec),
  template: wanted.spec.jobTemplate.metadata.annotations[TEMPLATE_ANNOTATION] ?? '',
  lastScheduledAt: null,
};

function waits(scheduledFor: string): WaitingJob {
  return {
    name: `s1-${Date.parse(scheduledFor) / 60_000}`,
    uid: `u-${scheduledFor}`,
    resourceVersion: '1',
    schedule: 's1',
    scheduledFor,
    template: cronJob.template,
    owners: [],
    isDeleting: false,
    isSpent: false,
  };
}

const seven = waits('2026-11-20T06:00:00Z');
const eight = waits('2026-11-20T07:00:00Z');

interface Scene {
  readonly schedule?: Partial<ObservedSchedule>;
  readonly spec?: Partial<ObservedSchedule['spec']>;
  readonly cronJob?: ObservedCronJob | null;
  readonly waiting?: readonly WaitingJob[];
  readonly image?: string;
}

function look(scene: Scene): ScheduleDecision | null {
  const own = { ...schedule, ...scene.schedule, spec: { ...schedule.spec, ...scene.spec } };
  const there = scene.cronJob === undefined ? cronJob : scene.cronJob;
  const observation = { schedule: own, cronJob: there, waiting: scene.waiting ?? [] };
  return decide(observation, { ...settings, image: scene.image ?? settings.image });
}

const changed = (change: Partial<ObservedCronJob['settings']>): ObservedCronJob => ({
  ...cronJob,
  settings: { ...cronJob.settings, ...change },
});

describe('the CronJob of a Schedule', () => {
  it('makes one suspended Job at a time, by the clock of the zone', () => {
    expect(wanted).toMatchSnapshot();
  });

  it.each<[string, Scene, string]>([
    ['is as it should be', {}, 'keep'],
    ['is missing', { cronJob: null }, 'create'],
    ['belongs to something else', { cronJob: { ...cronJob, ownerUid: 'x' } }, 'taken'],
    ['is on its way out', { cronJob: { ...changed({}), isDeleting: true, template: '' } }, 'keep'],
    ['has other times', { spec: { cron: '* * * * *' } }, 'replace'],
    ['has another zone', { spec: { timeZone: 'UTC' } }, 'replace'],
    ['is to be suspended', { spec: { suspend: true } }, 'replace'],
    ['would give a runner less', { spec: { resources: { memory: '8Gi' } } }, 'replace'],
    ['would give a runner another limit', { spec: { timeoutSeconds: 9 } }, 'replace'],
    ['would make Jobs of an older image', { image: 'runner:2' }, 'replace'],
    ['was suspended by hand', { cronJob: changed({ suspend: true }) }, 'replace'],
    ['was let overlap by hand', { cronJob: changed({ concurrencyPolicy: 'Allow' }) }, 'replace'],
    ['makes Jobs that run at once', { cronJob: { ...cronJob, template: '' } }, 'replace'],
  ])('that %s', (_, scene, step) => {
    expect(look(scene)?.cronJob.kind).toBe(step);
  });

  it('is written over the version that was read alone', () => {
    expect(look({ spec: { suspend: true } })?.cronJob).toMatchObject({ version: '9' });
  });
});

describe('Jobs that wait', () => {
  const waiting = [seven, eight];

  it('stay until their time is settled', () => {
    expect(look({ waiting })?.deleteJobs).toEqual([]);
    expect(look({ waiting, spec: { settledThrough: '2026-11-20T06:30:00Z' } })?.deleteJobs).toEqual(
      [seven],
    );
    expect(look({ waiting, spec: { settledThrough: eight.scheduledFor } })?.deleteJobs).toEqual(
      waiting,
    );
  });

  it('go when somebody let them go or ended them before a run took them', () => {
    const spent = { ...seven, isSpent: true };
    expect(look({ waiting: [spent, eight] })?.deleteJobs).toEqual([spent]);
  });

  it('are left alone once they go, and when the Schedule does', () => {
    const spec = { settledThrough: eight.scheduledFor };
    expect(look({ waiting: [{ ...seven, isDeleting: true }], spec })?.deleteJobs).toEqual([]);
    expect(look({ waiting, spec, schedule: { isDeleting: true } })).toBeNull();
  });
});

describe('the status of a Schedule', () => {
  const now = new Date('2026-11-20T07:00:01Z');
  const ready: CronJobState = { isReady: true, reason: 'CronJobReady', message: 'm' };
  const tell = (was: ObservedSchedule['status'], state = ready): ReturnType<typeof nextStatus> =>
    nextStatus(
      { schedule: { ...schedule, status: was }, cronJob, waiting: [eight, seven] },
      state,
      now,
    );

  it('tells which times wait, the oldest first, and the latest that came', () => {
    expect(tell({})).toEqual({
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

  it('tells a time once that two Jobs stand for, as when somebody copied one', () => {
    const waiting = [seven, eight, { ...seven, name: 'copy', uid: 'copy' }];
    const status = nextStatus({ schedule, cronJob, waiting }, ready, now);
    expect(status?.waiting?.map(({ scheduledFor }) => scheduledFor)).toEqual([
      seven.scheduledFor,
      eight.scheduledFor,
    ]);
  });

  it('is written when something of it has changed', () => {
    const was = tell({})!;
    expect(tell(was)).toBeNull();
    const refused: CronJobState = { isReady: false, reason: 'CronJobRefused', message: 'no' };
    expect(tell(was, refused)?.conditions?.[0]).toMatchObject({ status: 'False', message: 'no' });
  });

  it('forgets no time that came when its CronJob is made anew', () => {
    const lastScheduledAt = '2026-11-20T09:00:00Z';
    expect(tell({ lastScheduledAt })).toMatchObject({ lastScheduledAt });
  });
});

it('a message that is cut within a character is what the API server stores of it', () => {
  const state: CronJobState = {
    isReady: false,
    reason: 'CronJobRefused',
    message: `${'m'.repeat(2047)}😀`,
  };
  const status = nextStatus({ schedule, cronJob, waiting: [] }, state, new Date(0));
  expect(status?.conditions?.[0]?.message.at(-1)).toBe('\uFFFD');
});
