import { isTerminal } from '../../../runner/domain/run-status.ts';
import { RUN_LABEL } from '../../../kubernetes/resources/metadata-keys.ts';
import type { KubeApi } from '../../../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import type {
  ListWatchObserver,
  ListWatchOptions,
} from '../../../kubernetes/watch/list-watch-options.ts';
import { ListWatch } from '../../../kubernetes/watch/list-watch.ts';
import type { Priority } from '../../../kubernetes/work-queue.ts';
import { paths } from '../../../kubernetes/resources/paths.ts';
import type { RunStatus } from '../../../kubernetes/resources/run.ts';
import { FailedCreateEvents, type JobReference } from './failed-create-events.ts';
import { hasStopped, type ObservedJob, type ObservedPod } from './observation.ts';
import { readJob, readPod, readRun, type VersionedRun } from './read-objects.ts';
import { NameIndex } from '../../../kubernetes/watch/name-index.ts';

export interface ClusterCacheOptions {
  readonly api: KubeApi;
  readonly namespace: string;
  /** Called with the name of a Run when it, one of its Jobs or one of its pods changed. */
  readonly onChange: (run: string, priority: Priority) => void;
  /** Called for an object that cannot be read. It is ignored until it changes. */
  readonly onUnreadable: (resource: WatchedResource, object: KubeObject, error: unknown) => void;
  readonly observe?: (resource: WatchedResource) => ListWatchObserver;
  /** Called at most once, when Events could not be listed in time: the sync does not wait for them. */
  readonly onEventsLate?: () => void;
  /** Milliseconds that the sync waits for Events; default 10,000. */
  readonly eventsTimeoutMs?: number;
}

export type WatchedResource = 'runs' | 'jobs' | 'pods' | 'job_events';

/** An assumed Job that the watch has not delivered by then was deleted. */
const ASSUMED_FOR_MS = 10_000;
/** Events only explain why a Run waits, and API servers may store them elsewhere. */
const EVENTS_TIMEOUT_MS = 10_000;

/** Cache of a namespace's Runs, their Jobs and pods, with assumed objects: own writes not yet watched back. */
export class ClusterCache {
  readonly #runs: ListWatch<VersionedRun>;
  readonly #jobs: ListWatch<ObservedJob>;
  readonly #pods: ListWatch<ObservedPod>;
  readonly #failedCreates: FailedCreateEvents;
  readonly #options: ClusterCacheOptions;
  readonly #jobsOf = new NameIndex();
  readonly #podsOf = new NameIndex();
  readonly #assumedRuns = new Map<string, VersionedRun>();
  readonly #assumedJobs = new Map<string, { readonly job: ObservedJob; readonly until: number }>();

  constructor(options: ClusterCacheOptions) {
    const { api, namespace, onChange, onUnreadable, observe } = options;
    this.#options = options;
    const watching = (
      resource: WatchedResource,
    ): Pick<ListWatchOptions<unknown>, 'onUnreadable' | 'observe'> => ({
      onUnreadable: onUnreadable.bind(null, resource),
      ...(observe === undefined ? {} : { observe: observe(resource) }),
    });
    this.#runs = new ListWatch({
      api,
      path: paths.runs(namespace),
      // New Runs, which wait for their first Job.
      urgent: 'status.phase=',
      transform: (object, known) =>
        known !== undefined && isSameVersion(known, object) ? known : essenceOf(readRun(object)),
      ...watching('runs'),
      onChange: (name, priority) => {
        this.#forgetIfOutdated(name);
        onChange(name, priority);
      },
    });
    this.#jobs = new ListWatch<ObservedJob>({
      api,
      path: paths.jobs(namespace),
      labelSelector: RUN_LABEL,
      transform: (object) => {
        const job = readJob(object);
        return job.finished !== null && this.#hasEnded(job.run) ? null : job;
      },
      ...watching('jobs'),
      onChange: (name, priority, last) => {
        const job = this.#jobs.get(name) ?? last;
        const run = job?.run ?? '';
        this.#assumedJobs.delete(name);
        this.#jobsOf.set(run, name, last === undefined);
        if (last !== undefined) this.#forgetStoppedPods(run);
        if (job !== undefined && !this.#isAwaited(job)) this.#failedCreates.forget(job.uid);
        onChange(run, priority);
      },
    });
    this.#pods = new ListWatch<ObservedPod>({
      api,
      path: paths.pods(namespace),
      labelSelector: RUN_LABEL,
      transform: (object) => {
        const pod = readPod(object);
        return this.#isDone(pod) ? null : pod;
      },
      ...watching('pods'),
      onChange: (name, priority, last) => {
        const run = this.#pods.get(name)?.run ?? last?.run ?? '';
        this.#podsOf.set(run, name, last === undefined);
        onChange(run, priority);
      },
    });
    this.#failedCreates = new FailedCreateEvents({
      api,
      namespace,
      isAwaited: (job) => this.#isAwaited(job),
      onChange: ({ name }) => {
        const run = this.#job(name)?.run;
        if (run !== undefined) onChange(run, 'live');
      },
      onUnreadable: onUnreadable.bind(null, 'job_events'),
      ...(observe === undefined ? {} : { observe: observe('job_events') }),
    });
  }

  /**
   * Resolves when the caches have synced, Runs first: Jobs and pods of finished Runs are not cached.
   * It waits for Events for a limited time only.
   */
  async start(): Promise<void> {
    await this.#runs.start();
    await Promise.all([this.#jobs.start(), this.#pods.start()]);
    // Events of unknown Jobs are not cached, so Jobs sync first.
    const { eventsTimeoutMs = EVENTS_TIMEOUT_MS, onEventsLate } = this.#options;
    if (!(await this.#failedCreates.startWithin(eventsTimeoutMs))) onEventsLate?.();
  }

  async stop(): Promise<void> {
    const views = [this.#runs, this.#jobs, this.#pods, this.#failedCreates];
    await Promise.all(views.map((view) => view.stop()));
  }

  /** Whether the caches have synced and every watch is alive. */
  isCurrent(): boolean {
    return [this.#runs, this.#jobs, this.#pods].every((watch) => watch.isCurrent());
  }

  /** Whether the latest version of the Run cannot be read: it must not be reconciled. */
  isUnreadable(run: string): boolean {
    return this.#runs.isUnreadable(run);
  }

  run(name: string): VersionedRun | undefined {
    const watched = this.#runs.get(name);
    const assumed = this.#assumedRuns.get(name);
    return watched?.uid === assumed?.uid ? (assumed ?? watched) : watched;
  }

  *runs(): Generator<VersionedRun> {
    for (const [, run] of this.#runs.entries()) yield run;
  }

  /** Names of all Runs to reconcile, including deleted Runs that have Jobs left. */
  *names(): Generator<string> {
    for (const [name] of this.#runs.entries()) yield name;
    for (const run of this.#jobsOf.groups()) if (this.#runs.get(run) === undefined) yield run;
  }

  jobsOf(run: string): ObservedJob[] {
    const watched = this.#jobsOf.of(run).map((name) => this.#jobs.get(name));
    const now = performance.now();
    const assumed = [...this.#assumedJobs.values()]
      .filter(({ job, until }) => job.run === run && until > now)
      .map(({ job }) => job);
    return [...watched.filter((job) => job !== undefined), ...assumed];
  }

  podsOf(run: string): ObservedPod[] {
    const pods = this.#podsOf.of(run).map((name) => this.#pods.get(name));
    return pods.filter((pod) => pod !== undefined);
  }

  /** Message of the newest FailedCreate Event of the Job with that uid; null: none. */
  podRejectionOf(job: string): string | null {
    return this.#failedCreates.of(job);
  }

  /** False until Events have been listed: until then a rejection may be unknown. */
  knowsPodRejections(): boolean {
    return this.#failedCreates.isListed;
  }

  /** Caches a Run as written, until the watch delivers that version or a later one. */
  assumeRun(run: VersionedRun): void {
    this.#assumedRuns.set(run.name, essenceOf(run));
    this.#forgetIfOutdated(run.name);
  }

  /** Caches a Job as written, until the watch delivers it, for ten seconds at most. */
  assumeJob(job: ObservedJob): void {
    if (this.#jobs.get(job.name) !== undefined) return;
    this.#assumedJobs.set(job.name, { job, until: performance.now() + ASSUMED_FOR_MS });
  }

  /** Forgets own writes of a Run, before a live read or after a failed write. */
  forgetAssumed(run: string): void {
    this.#assumedRuns.delete(run);
    for (const { job } of this.#assumedJobs.values()) {
      if (job.run === run) this.#assumedJobs.delete(job.name);
    }
  }

  #job(name: string): ObservedJob | undefined {
    return this.#jobs.get(name) ?? this.#assumedJobs.get(name)?.job;
  }

  #isAwaited({ name, uid }: JobReference): boolean {
    const job = this.#job(name);
    return job?.uid === uid && job.finished === null;
  }

  /** A stopped pod of a finished Run is kept until its Job has finished: it shows that the Job will. */
  #isDone(pod: ObservedPod): boolean {
    if (!hasStopped(pod) || !this.#hasEnded(pod.run)) return false;
    const jobs = this.#jobsOf.of(pod.run).map((name) => this.#jobs.get(name));
    return !jobs.some((job) => job?.attempt === pod.attempt);
  }

  #forgetStoppedPods(run: string): void {
    for (const name of this.#podsOf.of(run)) {
      const pod = this.#pods.get(name);
      if (pod === undefined || !this.#isDone(pod)) continue;
      this.#pods.forget(name);
      this.#podsOf.set(run, name, false);
    }
  }

  /** Jobs and pods of a finished Run need no further step. */
  #hasEnded(run: string): boolean {
    return isEnded(this.#runs.get(run)?.status);
  }

  // Since Kubernetes 1.35 resource versions of one kind compare as integers; earlier versions did so in fact.
  #forgetIfOutdated(name: string): void {
    const watched = this.#runs.get(name);
    const assumed = this.#assumedRuns.get(name);
    if (assumed === undefined) return;
    const isNewer =
      watched !== undefined && BigInt(watched.resourceVersion) < BigInt(assumed.resourceVersion);
    if (!isNewer) this.#assumedRuns.delete(name);
  }
}

/** The part of a Run to cache. Of a finished one only its end, since thousands may be retained. */
function essenceOf(run: VersionedRun): VersionedRun {
  const { phase, finishedAt } = run.status;
  if (phase === undefined || !isTerminal(phase)) return run;
  return { ...run, status: finishedAt === undefined ? { phase } : { phase, finishedAt } };
}

/** Relists deliver thousands of unchanged Runs, which are not parsed again. */
function isSameVersion(known: VersionedRun, { metadata }: KubeObject): boolean {
  return known.uid === metadata.uid && known.resourceVersion === metadata.resourceVersion;
}

function isEnded(status: RunStatus | undefined): boolean {
  return status?.phase !== undefined && isTerminal(status.phase);
}
