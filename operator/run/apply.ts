import type { OnStep } from '../failpoint.ts';
import type { JobSettings } from '../job-settings.ts';
import { jobFor, jobName } from '../job-spec.ts';
import { isAlreadyExists, isNotFound } from '../kube/kube-api-error.ts';
import type { KubeApi } from '../kube/kube-api.ts';
import type { KubeObject } from '../kube/kube-object.ts';
import { GROUP, VERSION, type RunStatus } from '../resources/run.ts';
import { paths } from '../resources/paths.ts';
import type { Decision } from './decide.ts';
import type { ObservedJob } from './observed.ts';
import { readJob, readRun, type VersionedRun } from './read-objects.ts';

/** What a decision made of the cluster. */
export interface Applied {
  readonly job: ObservedJob | null;
  readonly run: VersionedRun | null;
}

export interface ApplyContext {
  readonly api: KubeApi;
  readonly settings: JobSettings;
  readonly onStep: OnStep;
}

/** Carries a decision out. Whatever was done before a crash is found done, or done again to the same effect. */
export async function apply(
  { api, settings, onStep }: ApplyContext,
  run: VersionedRun,
  decision: Decision,
): Promise<Applied> {
  const { createAttempt, status } = decision;
  const job = createAttempt === null ? null : await create(api, run, createAttempt, settings);
  if (job !== null) onStep('jobCreated');
  const next = status === null ? null : await writeStatus(api, run, withJob(status, run, job));
  if (next !== null) onStep('statusWritten');
  for (const name of decision.deleteJobs) await deleteJob(api, run, name);
  if (decision.deleteJobs.length > 0) onStep('jobsDeleted');
  if (decision.deleteRun) {
    await deleteRun(api, run);
    onStep('runDeleted');
  }
  return { job, run: next };
}

function withJob(status: RunStatus, run: VersionedRun, job: ObservedJob | null): RunStatus {
  // A Job of another owner is not the attempt's: the next look reports it.
  return job?.ownerUid === run.uid ? { ...status, jobUid: job.uid } : status;
}

async function create(
  api: KubeApi,
  run: VersionedRun,
  attempt: number,
  settings: JobSettings,
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

async function deleteJob(api: KubeApi, run: VersionedRun, name: string): Promise<void> {
  const body = { propagationPolicy: 'Background' };
  await deleteIfThere(api, `${paths.jobs(run.namespace)}/${name}`, body);
}

/** Never another Run that got the name meanwhile. */
async function deleteRun(api: KubeApi, { namespace, name, uid }: VersionedRun): Promise<void> {
  const body = { propagationPolicy: 'Background', preconditions: { uid } };
  await deleteIfThere(api, `${paths.runs(namespace)}/${name}`, body);
}

async function deleteIfThere(api: KubeApi, path: string, body: object): Promise<void> {
  try {
    await api.request(path, { method: 'DELETE', body });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
