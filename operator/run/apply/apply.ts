import type { OnStep } from '../../failpoint.ts';
import { deleteIfExists } from '../../../kubernetes/client/delete-if-exists.ts';
import type { KubeApi } from '../../../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import { GROUP, VERSION, type RunStatus } from '../../../kubernetes/resources/run.ts';
import { paths } from '../../../kubernetes/resources/paths.ts';
import type { Decision } from '../decide/decide.ts';
import { createJob, type CreateJobContext } from './create-job.ts';
import type { ObservedJob, Reason } from '../observe/observation.ts';
import { deleteJobsOf } from './orphan-jobs.ts';
import { readRun, type VersionedRun } from '../observe/read-objects.ts';

/** What a decision made of the cluster. */
export interface Applied {
  /** What it is, is told by another look: Runs that wait for their Jobs come first. */
  readonly job: ObservedJob | null;
  readonly run: VersionedRun | null;
  /** Why the attempt's Job cannot be made now: nothing was written, since that is to be judged first. */
  readonly rejection: Reason | null;
}

export interface ApplyContext extends CreateJobContext {
  readonly onStep: OnStep;
}

/** Carries a decision out. Whatever was done before a crash is found done, or done again to the same effect. */
export async function apply(
  context: ApplyContext,
  run: VersionedRun,
  decision: Decision,
): Promise<Applied> {
  const { createAttempt } = decision;
  if (createAttempt !== null) {
    const made = await createJob(context, run, createAttempt);
    if (made.rejection !== null) return { job: null, run: null, rejection: made.rejection };
    context.onStep('jobCreated');
    await clean(context, run, decision);
    // The next reconcile reports the new Job.
    return { job: made.job, run: null, rejection: null };
  }
  const written = await report(context, run, decision);
  await clean(context, run, decision);
  return { job: null, run: written, rejection: null };
}

async function report(
  { api, onStep }: ApplyContext,
  run: VersionedRun,
  { status }: Decision,
): Promise<VersionedRun | null> {
  if (status === null) return null;
  const written = await writeStatus(api, run, status);
  onStep('statusWritten');
  return written;
}

async function clean(
  { api, onStep }: ApplyContext,
  run: VersionedRun,
  { deleteJobs, deleteRun }: Decision,
): Promise<void> {
  for (const name of deleteJobs) {
    await deleteIfExists(api, `${paths.jobs(run.namespace)}/${name}`);
  }
  if (deleteJobs.length > 0) onStep('jobsDeleted');
  if (!deleteRun) return;
  if (run.spec.schedule !== undefined) await deleteJobsOf(api, run);
  await deleteIfExists(api, `${paths.runs(run.namespace)}/${run.name}`, run.uid);
  onStep('runDeleted');
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
