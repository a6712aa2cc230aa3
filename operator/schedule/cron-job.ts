import type { JobSettings } from '../job/job-settings.ts';
import { waitingJob, type JobSpec, type Marks } from '../job/job-spec.ts';
import type { OwnerReference } from '../../kubernetes/client/kube-object.ts';
import { SCHEDULE_LABEL } from '../../kubernetes/resources/metadata-keys.ts';
import { GROUP, VERSION } from '../../kubernetes/resources/run.ts';
import type { CronSettings, ObservedSchedule } from './observed.ts';

/** A batch/v1 CronJob, as far as it is read here again. */
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
    readonly jobTemplate: { readonly metadata: Marks; readonly spec: JobSpec };
  };
}

/** By then the API has run the time without a Job of the CronJob. */
const STARTING_DEADLINE_SECONDS = 60;
/**
 * Jobs are deleted with their Runs, by the time that the installation keeps those; without a limit of
 * its own the CronJob would keep three. This one is for when no operator deletes any.
 */
const MOST_KEPT_JOBS = 10_000;

/**
 * The CronJob of a Schedule. Its Jobs are suspended: each waits for the run that its time comes to.
 * One at a time (`Forbid`): while none is taken, their number stays at one.
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
      successfulJobsHistoryLimit: MOST_KEPT_JOBS,
      failedJobsHistoryLimit: MOST_KEPT_JOBS,
      jobTemplate: waitingJob(name, spec, settings),
    },
  };
}

/** Those fields of a CronJob that say when it makes a Job. */
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
