import type { OnStep } from '../../failpoint.ts';
import { deleteIfExists } from '../../../kubernetes/client/delete-if-exists.ts';
import type { KubeApi } from '../../../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import { GROUP, VERSION, type RunStatus } from '../../../kubernetes/resources/run.ts';
import { paths } from '../../../kubernetes/resources/paths.ts';
import type { Decision } from '../decide/decision.ts';
import { createJob, type CreateJobContext } from './create-job.ts';
import type { ObservedJob, Reason } from '../observe/observation.ts';
import { deleteJobsOf } from './orphan-jobs.ts';
import { readRun, type VersionedRun } from '../observe/read-objects.ts';

/** What applying a decision changed in the cluster. */
export interface Applied {
  /** The created or adopted Job. The next reconcile reports it in the status. */
  readonly job: ObservedJob | null;
  /** The Run with its new status. */
  readonly run: VersionedRun | null;
  /** Why the attempt's Job cannot be created now. Nothing was written: `decide` needs to know it first. */
  readonly rejection: Reason | null;
}

export interface ApplyContext extends CreateJobContext {
  readonly onStep: OnStep;
}

/**
 * Applies a decision. Every step is idempotent, so the next process completes what a crash interrupted.
 * @throws KubeApiError when a step failed
 */
export async function apply(
  context: ApplyContext,
  run: VersionedRun,
  decision: Decision,
): Promise<Applied> {
  const { createAttempt } = decision;
  if (createAttempt !== null) {
    const created = await createJob(context, run, createAttempt);
    if (created.rejection !== null) return { job: null, run: null, rejection: created.rejection };
    context.onStep('jobCreated');
    await deleteObjects(context, run, decision);
    // Runs that wait for a Job go first: the next reconcile reports this one.
    return { job: created.job, run: null, rejection: null };
  }
  const written = await updateStatus(context, run, decision);
  await deleteObjects(context, run, decision);
  return { job: null, run: written, rejection: null };
}

async function updateStatus(
  { api, onStep }: ApplyContext,
  run: VersionedRun,
  { status }: Decision,
): Promise<VersionedRun | null> {
  if (status === null) return null;
  const written = await writeStatus(api, run, status);
  onStep('statusWritten');
  return written;
}

async function deleteObjects(
  { api, onStep }: ApplyContext,
  run: VersionedRun,
  { deleteJobs, deleteRun }: Decision,
): Promise<void> {
  for (const { name, uid } of deleteJobs) {
    await deleteIfExists(api, `${paths.jobs(run.namespace)}/${name}`, uid);
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
