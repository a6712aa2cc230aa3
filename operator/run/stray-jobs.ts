import { deleteIfThere } from '../kube/delete-if-there.ts';
import { isNotFound } from '../kube/kube-api-error.ts';
import type { KubeApi } from '../kube/kube-api.ts';
import type { KubeObject } from '../kube/kube-object.ts';
import { paths } from '../resources/paths.ts';
import type { ObservedJob } from './observed.ts';

/**
 * Deletes Jobs that a CronJob made and that still work for a Run that is gone. Any other Job goes with
 * its Run by itself; these have the CronJob as an owner beside it.
 */
export async function endStrayJobs(api: KubeApi, jobs: readonly ObservedJob[]): Promise<void> {
  const working = jobs.filter(
    (job) => job.isOfSchedule && job.finished === null && !job.isDeleting,
  );
  for (const { namespace, name, uid, run, ownerUid } of working) {
    // The Run may be younger than what is known of Runs.
    if (await isThere(api, `${paths.runs(namespace)}/${run}`, ownerUid)) continue;
    await deleteIfThere(api, `${paths.jobs(namespace)}/${name}`, uid);
  }
}

async function isThere(api: KubeApi, path: string, uid: string): Promise<boolean> {
  try {
    const { metadata } = await api.request<KubeObject>(path);
    return metadata.uid === uid;
  } catch (error) {
    if (isNotFound(error)) return false;
    throw error;
  }
}
