import { RUN_LABEL } from '../../../kubernetes/resources/metadata-keys.ts';
import type { KubeApi } from '../../../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import { paths } from '../../../kubernetes/resources/paths.ts';
import type { ClusterCache } from './cluster-cache.ts';
import type { Observation } from './observation.ts';
import { readJob, readPod, type VersionedRun } from './read-objects.ts';

interface ObjectList {
  readonly items: readonly KubeObject[];
}

/** Observes a Run from the caches. */
export function observe(view: ClusterCache, run: VersionedRun): Observation {
  const jobs = view.jobsOf(run.name);
  const pods = view.podsOf(run.name);
  return { run, jobs, pods, ...podRejectionOf(view, run), jobRejection: null, isFresh: false };
}

/** Observes a Run by a live read, which proves what is absent. */
export async function observeFresh(
  api: KubeApi,
  view: ClusterCache,
  run: VersionedRun,
): Promise<Observation> {
  const query = { labelSelector: `${RUN_LABEL}=${run.name}` };
  const [jobs, pods] = await Promise.all([
    api.request<ObjectList>(paths.jobs(run.namespace), { query }),
    api.request<ObjectList>(paths.pods(run.namespace), { query }),
  ]);
  return {
    run,
    jobs: jobs.items.map(readJob),
    pods: pods.items.map(readPod),
    ...podRejectionOf(view, run),
    jobRejection: null,
    isFresh: true,
  };
}

function podRejectionOf(
  view: ClusterCache,
  { status }: VersionedRun,
): Pick<Observation, 'podRejection' | 'knowsPodRejections'> {
  const podRejection = status.jobUid === undefined ? null : view.podRejectionOf(status.jobUid);
  return { podRejection, knowsPodRejections: view.knowsPodRejections() };
}
