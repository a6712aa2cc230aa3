import type { JobSettings } from '../job/job-settings.ts';
import { waitingJob, type JobSpec, type LabelsAndAnnotations } from '../job/job-spec.ts';
import type { OwnerReference } from '../../kubernetes/client/kube-object.ts';
import { SCHEDULE_LABEL } from '../../kubernetes/resources/metadata-keys.ts';
import { GROUP, VERSION } from '../../kubernetes/resources/run.ts';
import type { CronSettings, ObservedSchedule } from './observation.ts';

/** A batch/v1 CronJob, with the fields that the operator writes. */
export interface CronJobManifest {
  readonly apiVersion: 'batch/v1';
  readonly kind: 'CronJob';
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly labels: Readonly<Record<string, string>>;
    readonly ownerReferences: readonly OwnerReference[];
  };
  readonly spec: CronSettings & {
    readonly jobTemplate: { readonly metadata: LabelsAndAnnotations; readonly spec: JobSpec };
  };
}

/** Later Jobs are useless: the API has triggered the slot without them. */
const STARTING_DEADLINE_SECONDS = 60;
/**
 * Jobs are deleted with their Runs, after the retention of the installation; by default a CronJob would
 * keep three. This limit is for when no operator runs.
 */
const MAX_FINISHED_JOBS = 10_000;

/**
 * Returns the CronJob of a Schedule. Its Jobs are suspended, and each waits for a run to adopt it.
 * `Forbid` keeps it at one Job until that is adopted or deleted.
 */
export function cronJobFor(schedule: ObservedSchedule, settings: JobSettings): CronJobManifest {
  const { name, namespace, uid, spec } = schedule;
  const owner = { apiVersion: `${GROUP}/${VERSION}`, kind: 'Schedule', name, uid };
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: {
      name,
      namespace,
      labels: {
        ...settings.labels,
        'app.kubernetes.io/name': 'millrace',
        'app.kubernetes.io/component': 'schedule',
        'app.kubernetes.io/managed-by': 'millrace-operator',
        [SCHEDULE_LABEL]: name,
        [`${GROUP}/flow-id`]: spec.flowId,
      },
      ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
    },
    spec: {
      schedule: spec.cron,
      timeZone: spec.timeZone,
      concurrencyPolicy: 'Forbid',
      startingDeadlineSeconds: STARTING_DEADLINE_SECONDS,
      suspend: spec.suspend,
      successfulJobsHistoryLimit: MAX_FINISHED_JOBS,
      failedJobsHistoryLimit: MAX_FINISHED_JOBS,
      jobTemplate: waitingJob(name, spec, settings),
    },
  };
}

/** Picks the fields of a CronJob that the operator compares. */
export function cronSettings(spec: CronJobManifest['spec']): CronSettings {
  const { schedule, timeZone, concurrencyPolicy, startingDeadlineSeconds, suspend } = spec;
  const { successfulJobsHistoryLimit, failedJobsHistoryLimit } = spec;
  return {
    schedule,
    timeZone,
    concurrencyPolicy,
    startingDeadlineSeconds,
    suspend,
    successfulJobsHistoryLimit,
    failedJobsHistoryLimit,
  };
}
