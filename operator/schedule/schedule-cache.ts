import type { KubeApi } from '../../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../../kubernetes/client/kube-object.ts';
import type {
  ListWatchObserver,
  ListWatchOptions,
} from '../../kubernetes/watch/list-watch-options.ts';
import { ListWatch } from '../../kubernetes/watch/list-watch.ts';
import type { Priority } from '../../kubernetes/work-queue.ts';
import { NameIndex } from '../../kubernetes/watch/name-index.ts';
import { RUN_LABEL, SCHEDULE_LABEL } from '../../kubernetes/resources/metadata-keys.ts';
import { paths } from '../../kubernetes/resources/paths.ts';
import type {
  ObservedCronJob,
  ObservedSchedule,
  ScheduleObservation,
  WaitingJob,
} from './observation.ts';
import { readCronJob, readSchedule, readWaitingJob } from './read-objects.ts';

export interface ScheduleCacheOptions {
  readonly api: KubeApi;
  readonly namespace: string;
  /** Called with the name of a Schedule when it, its CronJob or its waiting Jobs changed. */
  readonly onChange: (schedule: string, priority: Priority) => void;
  /** Called for an object that cannot be read. It is ignored until it changes. */
  readonly onUnreadable: (resource: WatchedResource, object: KubeObject, error: unknown) => void;
  readonly observe: (resource: WatchedResource) => ListWatchObserver;
}

type WatchedResource = 'schedules' | 'cronjobs' | 'waiting_jobs';

/** Caches the Schedules of a namespace, their CronJobs and the Jobs that wait for a run. */
export class ScheduleCache {
  readonly #api: KubeApi;
  readonly #namespace: string;
  readonly #schedules: ListWatch<ObservedSchedule>;
  readonly #cronJobs: ListWatch<ObservedCronJob>;
  readonly #waiting: ListWatch<WaitingJob>;
  readonly #waitingOf = new NameIndex();
  #isSynced = false;

  constructor({ api, namespace, onChange, onUnreadable, observe }: ScheduleCacheOptions) {
    const watching = (
      resource: WatchedResource,
    ): Pick<ListWatchOptions<unknown>, 'onUnreadable' | 'observe'> => ({
      onUnreadable: onUnreadable.bind(null, resource),
      observe: observe(resource),
    });
    this.#api = api;
    this.#namespace = namespace;
    this.#schedules = new ListWatch({
      api,
      path: paths.schedules(namespace),
      transform: readSchedule,
      onChange,
      ...watching('schedules'),
    });
    this.#cronJobs = new ListWatch({
      api,
      path: paths.cronJobs(namespace),
      transform: readCronJob,
      onChange,
      labelSelector: SCHEDULE_LABEL,
      ...watching('cronjobs'),
    });
    this.#waiting = new ListWatch({
      api,
      path: paths.jobs(namespace),
      transform: readWaitingJob,
      labelSelector: WAITING_JOBS,
      ...watching('waiting_jobs'),
      onChange: (name, priority, last) => {
        const schedule = this.#waiting.get(name)?.schedule ?? last?.schedule ?? '';
        this.#waitingOf.set(schedule, name, last === undefined);
        onChange(schedule, priority);
      },
    });
  }

  /** Settles when all resources have been listed once. */
  async start(): Promise<void> {
    await Promise.all(this.#watches().map((watch) => watch.start()));
    this.#isSynced = true;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#watches().map((watch) => watch.stop()));
  }

  get isSynced(): boolean {
    return this.#isSynced;
  }

  *names(): Generator<string> {
    for (const [name] of this.#schedules.entries()) yield name;
  }

  /** Returns undefined when there is no such Schedule. */
  observe(name: string): ScheduleObservation | undefined {
    const schedule = this.#schedules.get(name);
    if (schedule === undefined) return undefined;
    return {
      schedule,
      cronJob: this.#cronJobs.get(name) ?? null,
      waiting: this.#cachedJobs(name),
      isUnreadable: this.#schedules.isUnreadable(name) || this.#cronJobs.isUnreadable(name),
      cronJobRejection: null,
    };
  }

  /** Finds the Job that waits for the run of a slot, in the API server until the cache has synced. */
  async waitingFor(schedule: string, scheduledFor: string): Promise<WaitingJob | null> {
    const time = Date.parse(scheduledFor);
    const jobs = this.#isSynced ? this.#cachedJobs(schedule) : await this.#readJobs(schedule);
    const usable = jobs.filter((job) => !job.isDeleting && !job.isUnusable);
    return usable.find(({ scheduledFor: of }) => Date.parse(of) === time) ?? null;
  }

  #watches(): readonly Pick<ListWatch<unknown>, 'start' | 'stop'>[] {
    return [this.#schedules, this.#cronJobs, this.#waiting];
  }

  #cachedJobs(schedule: string): WaitingJob[] {
    const jobs = this.#waitingOf.of(schedule).map((name) => this.#waiting.get(name));
    return jobs.filter((job) => job !== undefined);
  }

  async #readJobs(schedule: string): Promise<WaitingJob[]> {
    const query = { labelSelector: `${SCHEDULE_LABEL}=${schedule},!${RUN_LABEL}` };
    const { items } = await this.#api.request<{ readonly items: readonly KubeObject[] }>(
      paths.jobs(this.#namespace),
      { query },
    );
    return items.map(readWaitingJob).filter((job) => job !== null);
  }
}

const WAITING_JOBS = `${SCHEDULE_LABEL},!${RUN_LABEL}`;
