import type { ObjectEvent } from '../events/object-event.ts';
import type { OnStep } from '../failpoint.ts';
import { deleteIfExists } from '../../kubernetes/client/delete-if-exists.ts';
import { isAlreadyExists, isAdmissionRejection } from '../../kubernetes/client/kube-api-error.ts';
import type { KubeApi } from '../../kubernetes/client/kube-api.ts';
import { paths } from '../../kubernetes/resources/paths.ts';
import { GROUP, VERSION } from '../../kubernetes/resources/run.ts';
import type { ScheduleStatus } from '../../kubernetes/resources/schedule.ts';
import type { CronJobStep, ScheduleDecision } from './decide.ts';
import { nextStatus, type CronJobState } from './next-status.ts';
import type { ObservedSchedule, ScheduleObservation } from './observed.ts';
import { scheduleEvent, spentJobEvent } from './schedule-event.ts';

export interface ApplyContext {
  readonly api: KubeApi;
  readonly onStep: OnStep;
  readonly now: () => Date;
  /** Tells people of the state that a Schedule has come to. */
  readonly tell: (event: ObjectEvent) => void;
}

/**
 * Carries a decision out, then tells what is there. Whatever was done before a crash is found done, or
 * done again to the same effect.
 * @returns how its CronJob is
 * @throws KubeApiError when a step failed: to be tried again
 */
export async function apply(
  { api, onStep, now, tell }: ApplyContext,
  observation: ScheduleObservation,
  { cronJob, deleteJobs }: ScheduleDecision,
): Promise<CronJobState> {
  const { schedule, waiting } = observation;
  const state = await keepCronJob(api, schedule, cronJob);
  if (cronJob.kind !== 'keep') onStep('cronJobWritten');
  for (const job of deleteJobs) {
    if (job.isSpent) tell(spentJobEvent(schedule, job));
    await deleteIfExists(api, `${paths.jobs(schedule.namespace)}/${job.name}`, job.uid);
  }
  if (deleteJobs.length > 0) onStep('waitingJobsDeleted');
  const left = waiting.filter((job) => !job.isDeleting && !deleteJobs.includes(job));
  const status = nextStatus({ ...observation, waiting: left }, state, now());
  if (status !== null) {
    await writeStatus(api, schedule, status);
    onStep('scheduleStatusWritten');
    const event = scheduleEvent(schedule, status);
    if (event !== null) tell(event);
  }
  return state;
}

async function keepCronJob(
  api: KubeApi,
  schedule: ObservedSchedule,
  step: CronJobStep,
): Promise<CronJobState> {
  if (step.kind === 'taken') {
    const message = `A CronJob named ${schedule.name} that belongs to something else is in the way.`;
    return { isReady: false, reason: 'CronJobNameTaken', message };
  }
  try {
    await writeCronJob(api, schedule.namespace, step);
  } catch (error) {
    if (!isAdmissionRejection(error)) throw error;
    return { isReady: false, reason: 'CronJobRefused', message: error.message };
  }
  return schedule.spec.suspend
    ? { isReady: true, reason: 'Suspended', message: 'No time comes while it is suspended.' }
    : { isReady: true, reason: 'CronJobReady', message: 'The CronJob makes a Job at each time.' };
}

async function writeCronJob(
  api: KubeApi,
  namespace: string,
  step: Exclude<CronJobStep, { kind: 'taken' }>,
): Promise<void> {
  const path = paths.cronJobs(namespace);
  if (step.kind === 'create') {
    try {
      await api.request(path, { method: 'POST', body: step.manifest });
    } catch (error) {
      // The watch has not brought it back yet; what it brings is looked at then.
      if (!isAlreadyExists(error)) throw error;
    }
  }
  if (step.kind === 'replace') {
    const { manifest, version } = step;
    const metadata = { ...manifest.metadata, resourceVersion: version };
    const body = { ...manifest, metadata };
    await api.request(`${path}/${metadata.name}`, { method: 'PUT', body });
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
