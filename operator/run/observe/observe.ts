import { RUN_LABEL } from '../../../kubernetes/resources/marks.ts';
import type { KubeApi } from '../../../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import { paths } from '../../../kubernetes/resources/paths.ts';
import type { ClusterView } from './cluster-cache.ts';
import type { Observation } from './observation.ts';
import { readJob, readPod, type VersionedRun } from './read-objects.ts';

interface ObjectList {
  readonly items: readonly KubeObject[];
}

/** What the caches know of a Run. */
export function observe(view: ClusterView, run: VersionedRun): Observation {
  const jobs = view.jobsOf(run.name);
  const pods = view.podsOf(run.name);
  return { run, jobs, pods, ...refusalOf(view, run), blocked: null, isFresh: false };
}

/** The same, read from the API server: what is not in it is proven to be absent. */
export async function observeFresh(
  api: KubeApi,
  view: ClusterView,
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
    ...refusalOf(view, run),
    blocked: null,
    isFresh: true,
  };
}

function refusalOf(
  view: ClusterView,
  { status }: VersionedRun,
): Pick<Observation, 'refusal' | 'knowsRefusals'> {
  const refusal = status.jobUid === undefined ? null : view.refusalOf(status.jobUid);
  return { refusal, knowsRefusals: view.knowsRefusals() };
}
