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
  /** Called with the name of each Run of which something changed. */
  readonly onChange: (run: string, priority: Priority) => void;
  /** An object cannot be read: it is left alone until it changes. */
  readonly onUnreadable: (resource: WatchedResource, object: KubeObject, error: unknown) => void;
  readonly observe?: (resource: WatchedResource) => ListWatchObserver;
  /** Events could not be listed in time: the start does not wait for them. Called once at most. */
  readonly onEventsLate?: () => void;
  /** For how many milliseconds the start waits for Events; default 10,000. */
  readonly eventsTimeoutMs?: number;
}

export type WatchedResource = 'runs' | 'jobs' | 'pods' | 'job_events';

/** A Job that the watch has not brought back by then has gone already. */
const WRITE_TRUSTED_FOR_MS = 10_000;
/** Events only explain a wait, and API servers may keep them in a store of their own. */
const EVENTS_TIMEOUT_MS = 10_000;

/** What is in memory of a namespace's Runs, their Jobs and pods, and of own writes still on their way back. */
export class ClusterCache {
  readonly #runs: ListWatch<VersionedRun>;
  readonly #jobs: ListWatch<ObservedJob>;
  readonly #pods: ListWatch<ObservedPod>;
  readonly #failedCreates: FailedCreateEvents;
  readonly #options: ClusterCacheOptions;
  readonly #jobsOf = new NameIndex();
  readonly #podsOf = new NameIndex();
  readonly #writtenRuns = new Map<string, VersionedRun>();
  readonly #writtenJobs = new Map<string, { readonly job: ObservedJob; readonly until: number }>();

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
      // Nobody has looked at these yet.
      urgent: 'status.phase=',
      keep: (object, known) =>
        known !== undefined && isSameVersion(known, object) ? known : essenceOf(readRun(object)),
      ...watching('runs'),
      onChange: (name, priority) => {
        this.#forgetOlderWrite(name);
        onChange(name, priority);
      },
    });
    this.#jobs = new ListWatch<ObservedJob>({
      api,
      path: paths.jobs(namespace),
      labelSelector: RUN_LABEL,
      keep: (object) => {
        const job = readJob(object);
        return job.finished !== null && this.#hasEnded(job.run) ? null : job;
      },
      ...watching('jobs'),
      onChange: (name, priority, last) => {
        const job = this.#jobs.get(name) ?? last;
        const run = job?.run ?? '';
        this.#writtenJobs.delete(name);
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
      keep: (object) => {
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
   * Settles when everything has been listed once: the Runs first, since they tell what else to keep.
   * It waits for Events for a while only.
   */
  async start(): Promise<void> {
    await this.#runs.start();
    await Promise.all([this.#jobs.start(), this.#pods.start()]);
    // Of Jobs that are not known nothing would be kept.
    const { eventsTimeoutMs = EVENTS_TIMEOUT_MS, onEventsLate } = this.#options;
    if (!(await this.#failedCreates.startWithin(eventsTimeoutMs))) onEventsLate?.();
  }

  async stop(): Promise<void> {
    const views = [this.#runs, this.#jobs, this.#pods, this.#failedCreates];
    await Promise.all(views.map((view) => view.stop()));
  }

  /** Everything has been listed, and every watch has brought news lately. */
  isCurrent(): boolean {
    return [this.#runs, this.#jobs, this.#pods].every((watch) => watch.isCurrent());
  }

  /** The latest version of the Run cannot be read, so nothing may be decided for it. */
  isUnreadable(run: string): boolean {
    return this.#runs.isUnreadable(run);
  }

  run(name: string): VersionedRun | undefined {
    const seen = this.#runs.get(name);
    const written = this.#writtenRuns.get(name);
    return seen?.uid === written?.uid ? (written ?? seen) : seen;
  }

  *runs(): Generator<VersionedRun> {
    for (const [, run] of this.#runs.entries()) yield run;
  }

  /** Names of Runs of which there is something, though maybe not the Run itself. */
  *names(): Generator<string> {
    for (const [name] of this.#runs.entries()) yield name;
    for (const run of this.#jobsOf.groups()) if (this.#runs.get(run) === undefined) yield run;
  }

  jobsOf(run: string): ObservedJob[] {
    const seen = this.#jobsOf.of(run).map((name) => this.#jobs.get(name));
    const now = performance.now();
    const written = [...this.#writtenJobs.values()]
      .filter(({ job, until }) => job.run === run && until > now)
      .map(({ job }) => job);
    return [...seen.filter((job) => job !== undefined), ...written];
  }

  podsOf(run: string): ObservedPod[] {
    const seen = this.#podsOf.of(run).map((name) => this.#pods.get(name));
    return seen.filter((pod) => pod !== undefined);
  }

  /** Why the Job with that uid could make no pod last; null when that is not known. */
  podRejectionOf(job: string): string | null {
    return this.#failedCreates.of(job);
  }

  /** False until Events could be listed: that no refusal is known says nothing then. */
  knowsPodRejections(): boolean {
    return this.#failedCreates.isListed;
  }

  /** Own writes are seen at once, not when the watch brings them back. */
  assumeRun(run: VersionedRun): void {
    this.#writtenRuns.set(run.name, essenceOf(run));
    this.#forgetOlderWrite(run.name);
  }

  assumeJob(job: ObservedJob): void {
    if (this.#jobs.get(job.name) !== undefined) return;
    this.#writtenJobs.set(job.name, { job, until: performance.now() + WRITE_TRUSTED_FOR_MS });
  }

  /** What was written is no longer trusted, because an absence has to be proven or a write failed. */
  forgetAssumed(run: string): void {
    this.#writtenRuns.delete(run);
    for (const { job } of this.#writtenJobs.values()) {
      if (job.run === run) this.#writtenJobs.delete(job.name);
    }
  }

  #job(name: string): ObservedJob | undefined {
    return this.#jobs.get(name) ?? this.#writtenJobs.get(name)?.job;
  }

  #isAwaited({ name, uid }: JobReference): boolean {
    const job = this.#job(name);
    return job?.uid === uid && job.finished === null;
  }

  /** A pod that has stopped still tells that its Job will end by itself, until that has. */
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

  /** Nothing will be done any more with what a Run that has ended leaves behind. */
  #hasEnded(run: string): boolean {
    return isEnded(this.#runs.get(run)?.status);
  }

  // Resource versions of one kind are ordered as integers since Kubernetes 1.35, and were so in effect before.
  #forgetOlderWrite(name: string): void {
    const seen = this.#runs.get(name);
    const written = this.#writtenRuns.get(name);
    if (written === undefined) return;
    const isNewer =
      seen !== undefined && BigInt(seen.resourceVersion) < BigInt(written.resourceVersion);
    if (!isNewer) this.#writtenRuns.delete(name);
  }
}

/** What matters of a Run: of one that has ended nothing but that, since thousands of them may be kept. */
function essenceOf(run: VersionedRun): VersionedRun {
  const { phase, finishedAt } = run.status;
  if (phase === undefined || !isTerminal(phase)) return run;
  return { ...run, status: finishedAt === undefined ? { phase } : { phase, finishedAt } };
}

/** Every list brings thousands of Runs that have ended: the same ones. */
function isSameVersion(known: VersionedRun, { metadata }: KubeObject): boolean {
  return known.uid === metadata.uid && known.resourceVersion === metadata.resourceVersion;
}

function isEnded(status: RunStatus | undefined): boolean {
  return status?.phase !== undefined && isTerminal(status.phase);
}
