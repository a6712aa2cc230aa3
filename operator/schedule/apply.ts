import { deleteIfExists } from '../../kubernetes/client/delete-if-exists.ts';
import { isAdmissionRejection, isAlreadyExists } from '../../kubernetes/client/kube-api-error.ts';
import type { KubeApi } from '../../kubernetes/client/kube-api.ts';
import { paths } from '../../kubernetes/resources/paths.ts';
import { GROUP, VERSION } from '../../kubernetes/resources/run.ts';
import type { ScheduleStatus } from '../../kubernetes/resources/schedule.ts';
import type { ObjectEvent } from '../events/object-event.ts';
import type { OnStep } from '../failpoint.ts';
import type { CronJobStep, ScheduleDecision } from './decide.ts';
import type { ObservedSchedule } from './observation.ts';
import { scheduleEvent, unusableJobEvent } from './schedule-event.ts';

export interface ApplyContext {
  readonly api: KubeApi;
  readonly onStep: OnStep;
  readonly recordEvent: (event: ObjectEvent) => void;
}

export interface Applied {
  /** Why the API server rejected the CronJob; nothing else was done then. Null: all was done. */
  readonly cronJobRejection: string | null;
}

/**
 * Carries out a decision. Steps are idempotent: after a crash they are found done or done again.
 * @throws KubeApiError when a step failed
 */
export async function apply(
  { api, onStep, recordEvent }: ApplyContext,
  schedule: ObservedSchedule,
  { cronJob, deleteJobs, status }: ScheduleDecision,
): Promise<Applied> {
  const cronJobRejection = await writeCronJob(api, schedule.namespace, cronJob);
  if (cronJobRejection !== null) return { cronJobRejection };
  if (cronJob.kind !== 'keep') onStep('cronJobWritten');
  for (const job of deleteJobs) {
    if (job.isUnusable) recordEvent(unusableJobEvent(schedule, job));
    await deleteIfExists(api, `${paths.jobs(schedule.namespace)}/${job.name}`, job.uid);
  }
  if (deleteJobs.length > 0) onStep('waitingJobsDeleted');
  if (status === null) return { cronJobRejection: null };
  await writeStatus(api, schedule, status);
  onStep('scheduleStatusWritten');
  const event = scheduleEvent(schedule, status);
  if (event !== null) recordEvent(event);
  return { cronJobRejection: null };
}

/** @returns why the API server rejected it, else null */
async function writeCronJob(
  api: KubeApi,
  namespace: string,
  step: CronJobStep,
): Promise<string | null> {
  const path = paths.cronJobs(namespace);
  try {
    if (step.kind === 'create') await api.request(path, { method: 'POST', body: step.manifest });
    if (step.kind === 'replace') {
      const { manifest, version } = step;
      const metadata = { ...manifest.metadata, resourceVersion: version };
      const body = { ...manifest, metadata };
      await api.request(`${path}/${metadata.name}`, { method: 'PUT', body });
    }
    return null;
  } catch (error) {
    // The cache is behind; the Schedule is reconciled when the watch delivers the CronJob.
    if (step.kind === 'create' && isAlreadyExists(error)) return null;
    if (isAdmissionRejection(error)) return error.message;
    throw error;
  }
}

/** @throws KubeApiError (Conflict) when the Schedule has changed since it was read */
async function writeStatus(
  api: KubeApi,
  { name, namespace, resourceVersion, uid, spec }: ObservedSchedule,
  status: ScheduleStatus,
): Promise<void> {
  const body = {
    apiVersion: `${GROUP}/${VERSION}`,
    kind: 'Schedule',
    metadata: { name, namespace, resourceVersion, uid },
    spec,
    status,
  };
  await api.request(`${paths.schedules(namespace)}/${name}/status`, { method: 'PUT', body });
}
