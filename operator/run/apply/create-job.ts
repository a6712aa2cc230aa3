import { jobFor, jobName } from '../../job/job-spec.ts';
import { isAlreadyExists, KubeApiError } from '../../../kubernetes/client/kube-api-error.ts';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import { paths } from '../../../kubernetes/resources/paths.ts';
import type { WaitingJob } from '../../schedule/observation.ts';
import { nameTaken } from '../decide/attempt.ts';
import type { ObservedJob, ObservedRun, Reason } from '../observe/observation.ts';
import { readJob } from '../observe/read-objects.ts';
import { adoptJob, findAdoptedJob, type AdoptContext } from './adopt-job.ts';

export interface CreateJobContext extends AdoptContext {
  /** Finds the suspended Job that a CronJob created for a scheduled time. */
  readonly waitingFor: (schedule: string, scheduledFor: string) => Promise<WaitingJob | null>;
}

/** The Job of an attempt, or why it cannot be created now. */
export type CreatedJob =
  | { readonly job: ObservedJob; readonly rejection: null }
  | { readonly job: null; readonly rejection: Reason };

/** Rejections that a retry alone does not resolve: invalid, forbidden, too large, or a failing webhook. */
const REJECTION_CODES: ReadonlySet<number> = new Set([400, 403, 404, 413, 422, 500]);

/**
 * Creates the Job of an attempt, or adopts the one that a CronJob created for the run.
 * @throws KubeApiError for an error that a retry may resolve
 */
export async function createJob(
  context: CreateJobContext,
  run: ObservedRun,
  attempt: number,
): Promise<CreatedJob> {
  try {
    const job =
      (await waitingJobOf(context, run, attempt)) ?? (await create(context, run, attempt));
    return job.ownerUid === run.uid
      ? { job, rejection: null }
      : { job: null, rejection: nameTaken(job) };
  } catch (error) {
    if (!(error instanceof KubeApiError) || !REJECTION_CODES.has(error.code)) throw error;
    return { job: null, rejection: { reason: 'JobRefused', message: error.message } };
  }
}

async function waitingJobOf(
  context: CreateJobContext,
  run: ObservedRun,
  attempt: number,
): Promise<ObservedJob | null> {
  const { schedule } = run.spec;
  if (attempt !== 1 || schedule === undefined) return null;
  const waiting = await context.waitingFor(schedule.scheduleId, schedule.scheduledFor);
  return waiting === null
    ? await findAdoptedJob(context.api, run)
    : await adoptJob(context, run, waiting);
}

async function create(
  { api, settings }: CreateJobContext,
  run: ObservedRun,
  attempt: number,
): Promise<ObservedJob> {
  const path = paths.jobs(run.namespace);
  try {
    const body = jobFor(run, run.spec, attempt, settings);
    return readJob(await api.request<KubeObject>(path, { method: 'POST', body }));
  } catch (error) {
    if (!isAlreadyExists(error)) throw error;
    return readJob(await api.request<KubeObject>(`${path}/${jobName(run.name, attempt)}`));
  }
}
