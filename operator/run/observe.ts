import { RUN_LABEL } from '../resources/marks.ts';
import type { KubeApi } from '../kube/kube-api.ts';
import type { KubeObject } from '../kube/kube-object.ts';
import { paths } from '../resources/paths.ts';
import type { ClusterView } from './cluster-view.ts';
import type { Observation, ObservedJob, ObservedPod } from './observed.ts';
import { readJob, readPod, type VersionedRun } from './read-objects.ts';

interface ObjectList {
  readonly items: readonly KubeObject[];
}

interface EventList {
  readonly items: readonly {
    readonly message?: string;
    readonly lastTimestamp?: string | null;
  }[];
}

/** A Job without a pod for so long has most likely been refused one. */
const POD_EXPECTED_AFTER_MS = 2000;

/** What the caches know of a Run. */
export async function observe(
  api: KubeApi,
  view: ClusterView,
  run: VersionedRun,
): Promise<Observation> {
  const jobs = view.jobsOf(run.name);
  const pods = view.podsOf(run.name);
  const refusal = await refusalOf(api, run, jobs, pods);
  return { run, jobs, pods, refusal, blocked: null, isFresh: false };
}

/** The same, read from the API server: what is not in it is proven to be absent. */
export async function observeFresh(api: KubeApi, run: VersionedRun): Promise<Observation> {
  const query = { labelSelector: `${RUN_LABEL}=${run.name}` };
  const [jobs, pods] = await Promise.all([
    api.request<ObjectList>(paths.jobs(run.namespace), { query }),
    api.request<ObjectList>(paths.pods(run.namespace), { query }),
  ]);
  return {
    run,
    jobs: jobs.items.map(readJob),
    pods: pods.items.map(readPod),
    refusal: null,
    blocked: null,
    isFresh: true,
  };
}

/** A Job that may make no pod says so only by an event. */
async function refusalOf(
  api: KubeApi,
  run: VersionedRun,
  jobs: readonly ObservedJob[],
  pods: readonly ObservedPod[],
): Promise<string | null> {
  const job = jobs.find(({ uid }) => uid === run.status.jobUid);
  const isSuspect =
    job?.finished === null &&
    !pods.some((pod) => pod.attempt === run.status.attempt) &&
    Date.now() - Date.parse(job.createdAt) >= POD_EXPECTED_AFTER_MS;
  if (!isSuspect) return null;
  const fieldSelector = `involvedObject.uid=${job.uid},reason=FailedCreate`;
  const events = await api.request<EventList>(paths.events(run.namespace), {
    query: { fieldSelector, limit: '100' },
  });
  const time = (event: EventList['items'][number]): string => event.lastTimestamp ?? '';
  const newest = events.items.toSorted((a, b) => time(a).localeCompare(time(b))).at(-1);
  return newest?.message ?? null;
}
