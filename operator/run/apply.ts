import type { OnStep } from '../failpoint.ts';
import { jobFor, jobName } from '../job/job-spec.ts';
import { deleteIfThere } from '../kube/delete-if-there.ts';
import { isAlreadyExists } from '../kube/kube-api-error.ts';
import type { KubeApi } from '../kube/kube-api.ts';
import type { KubeObject } from '../kube/kube-object.ts';
import { GROUP, VERSION, type RunStatus } from '../resources/run.ts';
import { paths } from '../resources/paths.ts';
import type { WaitingJob } from '../schedule/observed.ts';
import type { Decision } from './decide.ts';
import type { ObservedJob } from './observed.ts';
import { readJob, readRun, type VersionedRun } from './read-objects.ts';
import { takeJob, takenJob, type TakeContext } from './take-job.ts';

/** What a decision made of the cluster. */
export interface Applied {
  /** What it is, is told by another look: Runs that wait for their Jobs come first. */
  readonly job: ObservedJob | null;
  readonly run: VersionedRun | null;
}

export interface ApplyContext extends TakeContext {
  readonly onStep: OnStep;
  /** Finds the Job that a CronJob made for a time of a Schedule. */
  readonly waitingFor: (schedule: string, scheduledFor: string) => Promise<WaitingJob | null>;
}

/** Carries a decision out. Whatever was done before a crash is found done, or done again to the same effect. */
export async function apply(
  context: ApplyContext,
  run: VersionedRun,
  decision: Decision,
): Promise<Applied> {
  const { api, onStep } = context;
  const { createAttempt, status } = decision;
  const job = createAttempt === null ? null : await take(context, run, createAttempt);
  if (job !== null) onStep('jobCreated');
  // A Job of another owner is not the attempt's, which has to be told.
  const isUntold = job !== null && job.ownerUid === run.uid;
  const next = status === null || isUntold ? null : await writeStatus(api, run, status);
  if (next !== null) onStep('statusWritten');
  for (const name of decision.deleteJobs) {
    await deleteIfThere(api, `${paths.jobs(run.namespace)}/${name}`);
  }
  if (decision.deleteJobs.length > 0) onStep('jobsDeleted');
  if (decision.deleteRun) {
    await deleteIfThere(api, `${paths.runs(run.namespace)}/${run.name}`, run.uid);
    onStep('runDeleted');
  }
  return { job, run: next };
}

/** The Job of an attempt: the one that waits for the run or was taken for it before, else a new one. */
async function take(
  context: ApplyContext,
  run: VersionedRun,
  attempt: number,
): Promise<ObservedJob> {
  const { schedule } = run.spec;
  if (attempt === 1 && schedule !== undefined) {
    const waiting = await context.waitingFor(schedule.scheduleId, schedule.scheduledFor);
    const taken =
      waiting === null ? await takenJob(context.api, run) : await takeJob(context, run, waiting);
    if (taken !== null) return taken;
  }
  return await create(context, run, attempt);
}

async function create(
  { api, settings }: ApplyContext,
  run: VersionedRun,
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

/** @throws KubeApiError (Conflict) when the Run has changed since it was read */
async function writeStatus(
  api: KubeApi,
  run: VersionedRun,
  status: RunStatus,
): Promise<VersionedRun> {
  const { name, namespace, resourceVersion, uid, spec } = run;
  const body = {
    apiVersion: `${GROUP}/${VERSION}`,
    kind: 'Run',
    metadata: { name, namespace, resourceVersion, uid },
    spec,
    status,
  };
  const path = `${paths.runs(namespace)}/${name}/status`;
  return readRun(await api.request<KubeObject>(path, { method: 'PUT', body }));
}
