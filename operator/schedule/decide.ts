import { isDeepStrictEqual } from 'node:util';
import { TEMPLATE_ANNOTATION } from '../../kubernetes/resources/metadata-keys.ts';
import type { ScheduleStatus } from '../../kubernetes/resources/schedule.ts';
import { DONE, type Result } from '../controller/result.ts';
import type { JobSettings } from '../job/job-settings.ts';
import { cronJobFor, cronSettings, type CronJobManifest } from './cron-job.ts';
import { nextStatus, type CronJobState } from './next-status.ts';
import type { ScheduleObservation, WaitingJob } from './observation.ts';

/** What to do next for a Schedule, in the order of the fields, and when to reconcile it again. */
export interface ScheduleDecision extends Result {
  readonly cronJob: CronJobStep;
  /** Jobs to delete: no run will adopt them. */
  readonly deleteJobs: readonly WaitingJob[];
  /** The status to write; null: it is up to date. */
  readonly status: ScheduleStatus | null;
}

export type CronJobStep =
  | { readonly kind: 'keep' }
  | { readonly kind: 'create'; readonly manifest: CronJobManifest }
  | { readonly kind: 'replace'; readonly manifest: CronJobManifest; readonly version: string };

/** What was rejected may be admitted later, after an administrator changes a quota or a policy. */
const REJECTED_REQUEUE_MS = 300_000;

const KEEP: CronJobStep = { kind: 'keep' };
const NOTHING: ScheduleDecision = { ...DONE, cronJob: KEEP, deleteJobs: [], status: null };

/** Decides from the observed state alone, never from events: any call may be the first after a restart. */
export function decide(
  observation: ScheduleObservation,
  settings: JobSettings,
  now: Date,
): ScheduleDecision {
  const { schedule, waiting, isUnreadable } = observation;
  if (schedule.isDeleting || isUnreadable) return NOTHING;
  const deleteJobs = waiting.filter((job) => !job.isDeleting && isDone(job, observation));
  const remaining = waiting.filter((job) => !job.isDeleting && !deleteJobs.includes(job));
  const state = cronJobState(observation);
  return {
    cronJob: state.isReady ? cronJobStep(observation, settings) : KEEP,
    deleteJobs,
    status: nextStatus({ ...observation, waiting: remaining }, state, now),
    requeueAfterMs: state.isReady ? null : REJECTED_REQUEUE_MS,
  };
}

function isDone(
  { isUnusable, scheduledFor }: WaitingJob,
  { schedule }: ScheduleObservation,
): boolean {
  const { settledThrough } = schedule.spec;
  const isSettled =
    settledThrough !== undefined && Date.parse(scheduledFor) <= Date.parse(settledThrough);
  return isUnusable || isSettled;
}

/** The state of the CronJob once the decision is carried out. */
function cronJobState({ schedule, cronJob, cronJobRejection }: ScheduleObservation): CronJobState {
  if (cronJob !== null && cronJob.ownerUid !== schedule.uid) {
    const message = `A CronJob named ${schedule.name} that belongs to something else is in the way. Delete or rename it.`;
    return { isReady: false, reason: 'CronJobNameTaken', message };
  }
  if (cronJobRejection !== null) {
    return { isReady: false, reason: 'CronJobRefused', message: cronJobRejection };
  }
  return schedule.spec.suspend
    ? { isReady: true, reason: 'Suspended', message: 'The CronJob is suspended.' }
    : {
        isReady: true,
        reason: 'CronJobReady',
        message: 'The CronJob creates a Job for each slot.',
      };
}

function cronJobStep(
  { schedule, cronJob }: ScheduleObservation,
  settings: JobSettings,
): CronJobStep {
  const manifest = cronJobFor(schedule, settings);
  if (cronJob === null) return { kind: 'create', manifest };
  // It is created again once it is gone.
  if (cronJob.isDeleting) return KEEP;
  const { jobTemplate } = manifest.spec;
  const isSame =
    cronJob.template === jobTemplate.metadata.annotations[TEMPLATE_ANNOTATION] &&
    isDeepStrictEqual(cronJob.settings, cronSettings(manifest.spec));
  return isSame ? KEEP : { kind: 'replace', manifest, version: cronJob.resourceVersion };
}
