import type { KubeObject } from '../../kubernetes/client/kube-object.ts';
import { SCHEDULE_LABEL, TEMPLATE_ANNOTATION } from '../../kubernetes/resources/metadata-keys.ts';
import { scheduleSpecSchema, type ScheduleStatus } from '../../kubernetes/resources/schedule.ts';
import { timeText } from '../../kubernetes/resources/time-text.ts';
import type { CronSettings, ObservedCronJob, ObservedSchedule, WaitingJob } from './observation.ts';

/** The CronJob controller sets it on its Jobs: RFC 3339, in the zone of the CronJob. */
const SCHEDULED_ANNOTATION = 'batch.kubernetes.io/cronjob-scheduled-timestamp';

interface ScheduleObject extends KubeObject {
  readonly spec: unknown;
  readonly status?: ScheduleStatus;
}

interface CronJobObject extends KubeObject {
  readonly spec: Partial<CronSettings> & {
    readonly schedule: string;
    readonly jobTemplate: {
      readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> };
      readonly spec: { readonly suspend?: boolean };
    };
  };
  readonly status?: { readonly lastScheduleTime?: string };
}

/** @throws ZodError for a spec that the API server should have rejected */
export function readSchedule(object: KubeObject): ObservedSchedule {
  const { metadata, spec, status } = object as ScheduleObject;
  return {
    name: metadata.name,
    namespace: metadata.namespace ?? '',
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    generation: metadata.generation ?? 1,
    isDeleting: metadata.deletionTimestamp !== undefined,
    spec: scheduleSpecSchema.parse(spec),
    status: status ?? {},
  };
}

export function readCronJob(object: KubeObject): ObservedCronJob {
  const { metadata, spec, status } = object as CronJobObject;
  const { jobTemplate } = spec;
  // A template whose Jobs are not suspended counts as another template, and is replaced.
  const metadataOfJobs = jobTemplate.spec.suspend === true ? jobTemplate.metadata : undefined;
  return {
    name: metadata.name,
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    ownerUid: metadata.ownerReferences?.find(({ controller }) => controller === true)?.uid ?? '',
    isDeleting: metadata.deletionTimestamp !== undefined,
    settings: readSettings(spec),
    template: metadataOfJobs?.annotations?.[TEMPLATE_ANNOTATION] ?? '',
    lastScheduledAt: status?.lastScheduleTime ?? null,
  };
}

function readSettings(spec: CronJobObject['spec']): CronSettings {
  return {
    schedule: spec.schedule,
    timeZone: spec.timeZone ?? '',
    concurrencyPolicy: spec.concurrencyPolicy ?? '',
    startingDeadlineSeconds: spec.startingDeadlineSeconds ?? -1,
    suspend: spec.suspend ?? false,
    successfulJobsHistoryLimit: spec.successfulJobsHistoryLimit ?? -1,
    failedJobsHistoryLimit: spec.failedJobsHistoryLimit ?? -1,
  };
}

interface JobObject extends KubeObject {
  readonly spec?: { readonly suspend?: boolean };
  readonly status?: { readonly conditions?: readonly { readonly type: string }[] };
}

const FINISHED_CONDITIONS: ReadonlySet<string> = new Set([
  'Complete',
  'Failed',
  'SuccessCriteriaMet',
  'FailureTarget',
]);

/** Returns null for a Job that was created by hand from the CronJob: it has no slot. */
export function readWaitingJob(object: KubeObject): WaitingJob | null {
  const { metadata } = object;
  const { labels = {}, annotations = {} } = metadata;
  const time = Date.parse(annotations[SCHEDULED_ANNOTATION] ?? '');
  if (Number.isNaN(time)) return null;
  return {
    name: metadata.name,
    uid: metadata.uid,
    resourceVersion: metadata.resourceVersion,
    schedule: labels[SCHEDULE_LABEL] ?? '',
    scheduledFor: timeText(new Date(time)),
    template: annotations[TEMPLATE_ANNOTATION] ?? '',
    owners: metadata.ownerReferences ?? [],
    isDeleting: metadata.deletionTimestamp !== undefined,
    isUnusable: isUnusable(object),
  };
}

function isUnusable({ spec, status }: JobObject): boolean {
  const isFinished = status?.conditions?.some(({ type }) => FINISHED_CONDITIONS.has(type)) === true;
  return isFinished || spec?.suspend !== true;
}
