import { isDeepStrictEqual } from 'node:util';
import type { JobSettings } from '../job/job-settings.ts';
import { TEMPLATE_ANNOTATION } from '../../kubernetes/resources/metadata-keys.ts';
import { cronJobFor, cronSettings, type CronJobManifest } from './cron-job.ts';
import type { ScheduleObservation, WaitingJob } from './observed.ts';

/** What to do next for a Schedule; the steps are done in the order of the fields, then the status is written. */
export interface ScheduleDecision {
  readonly cronJob: CronJobStep;
  /** Jobs for which no run will come. */
  readonly deleteJobs: readonly WaitingJob[];
}

export type CronJobStep =
  | { readonly kind: 'keep' }
  | { readonly kind: 'create'; readonly manifest: CronJobManifest }
  | { readonly kind: 'replace'; readonly manifest: CronJobManifest; readonly version: string }
  /** Something else has its name. */
  | { readonly kind: 'taken' };

/** Decides by what is there alone, never by what happened: any call may be the first after a restart. */
export function decide(
  observation: ScheduleObservation,
  settings: JobSettings,
): ScheduleDecision | null {
  const { schedule, waiting } = observation;
  if (schedule.isDeleting) return null;
  const { settledThrough } = schedule.spec;
  const settled = settledThrough === undefined ? -Infinity : Date.parse(settledThrough);
  return {
    cronJob: cronJobStep(observation, settings),
    deleteJobs: waiting.filter(
      ({ scheduledFor, isDeleting, isSpent }) =>
        !isDeleting && (isSpent || Date.parse(scheduledFor) <= settled),
    ),
  };
}

function cronJobStep(
  { schedule, cronJob }: ScheduleObservation,
  settings: JobSettings,
): CronJobStep {
  const manifest = cronJobFor(schedule, settings);
  if (cronJob === null) return { kind: 'create', manifest };
  if (cronJob.ownerUid !== schedule.uid) return { kind: 'taken' };
  // It is made anew once it has gone.
  if (cronJob.isDeleting) return { kind: 'keep' };
  const { jobTemplate } = manifest.spec;
  const isSame =
    cronJob.template === jobTemplate.metadata.annotations[TEMPLATE_ANNOTATION] &&
    isDeepStrictEqual(cronJob.settings, cronSettings(manifest.spec));
  return isSame
    ? { kind: 'keep' }
    : { kind: 'replace', manifest, version: cronJob.resourceVersion };
}
