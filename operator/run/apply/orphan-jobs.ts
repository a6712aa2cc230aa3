import { deleteIfExists } from '../../../kubernetes/client/delete-if-exists.ts';
import { isNotFound } from '../../../kubernetes/client/kube-api-error.ts';
import type { KubeApi } from '../../../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import { paths } from '../../../kubernetes/resources/paths.ts';
import { RUN_LABEL } from '../../../kubernetes/resources/metadata-keys.ts';
import type { ObservedJob, ObservedRun } from '../observe/observation.ts';

/**
 * Deletes adopted Jobs whose Run is gone. Garbage collection deletes all other Jobs with their Run; these
 * have a CronJob as a second owner.
 */
export async function deleteOrphanJobs(api: KubeApi, jobs: readonly ObservedJob[]): Promise<void> {
  const orphans = jobs.filter((job) => job.isFromCronJob && !job.isDeleting);
  for (const { namespace, name, uid, run, ownerUid } of orphans) {
    // The cache of Runs may lag behind that of Jobs.
    if (await exists(api, `${paths.runs(namespace)}/${run}`, ownerUid)) continue;
    await deleteIfExists(api, `${paths.jobs(namespace)}/${name}`, uid);
  }
}

/** Deletes all Jobs of a Run that is about to be deleted, including those that a CronJob owns too. */
export async function deleteJobsOf(api: KubeApi, run: ObservedRun): Promise<void> {
  const path = paths.jobs(run.namespace);
  const query = { labelSelector: `${RUN_LABEL}=${run.name}` };
  const { items } = await api.request<{ readonly items: readonly KubeObject[] }>(path, { query });
  for (const { metadata } of items) {
    const isOwn = metadata.ownerReferences?.some(({ uid }) => uid === run.uid) === true;
    if (isOwn) await deleteIfExists(api, `${path}/${metadata.name}`, metadata.uid);
  }
}

async function exists(api: KubeApi, path: string, uid: string): Promise<boolean> {
  try {
    const { metadata } = await api.request<KubeObject>(path);
    return metadata.uid === uid;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
