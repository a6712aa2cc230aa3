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
} from './observed.ts';
import { readCronJob, readSchedule, readWaitingJob } from './read-objects.ts';

export interface ScheduleViewOptions {
  readonly api: KubeApi;
  readonly namespace: string;
  /** Called with the name of each Schedule of which something changed. */
  readonly onChange: (schedule: string, priority: Priority) => void;
  /** An object cannot be read: it is left alone until it changes. */
  readonly onUnreadable: (resource: WatchedResource, object: KubeObject, error: unknown) => void;
  readonly observe: (resource: WatchedResource) => ListWatchObserver;
}

type WatchedResource = 'schedules' | 'cronjobs' | 'waiting_jobs';

/** What is in memory of a namespace's Schedules, their CronJobs and the Jobs that wait for a run. */
export class ScheduleView {
  readonly #api: KubeApi;
  readonly #namespace: string;
  readonly #schedules: ListWatch<ObservedSchedule>;
  readonly #cronJobs: ListWatch<ObservedCronJob>;
  readonly #waiting: ListWatch<WaitingJob>;
  readonly #waitingOf = new NameIndex();
  #isSynced = false;

  constructor({ api, namespace, onChange, onUnreadable, observe }: ScheduleViewOptions) {
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
      keep: readSchedule,
      onChange,
      ...watching('schedules'),
    });
    this.#cronJobs = new ListWatch({
      api,
      path: paths.cronJobs(namespace),
      keep: readCronJob,
      onChange,
      labelSelector: SCHEDULE_LABEL,
      ...watching('cronjobs'),
    });
    this.#waiting = new ListWatch({
      api,
      path: paths.jobs(namespace),
      keep: readWaitingJob,
      labelSelector: UNTAKEN,
      ...watching('waiting_jobs'),
      onChange: (name, priority, last) => {
        const schedule = this.#waiting.get(name)?.schedule ?? last?.schedule ?? '';
        this.#waitingOf.set(schedule, name, last === undefined);
        onChange(schedule, priority);
      },
    });
  }

  /** Settles when everything has been listed once. */
  async start(): Promise<void> {
    const views = [this.#schedules, this.#cronJobs, this.#waiting];
    await Promise.all(views.map((view) => view.start()));
    this.#isSynced = true;
  }

  async stop(): Promise<void> {
    const views = [this.#schedules, this.#cronJobs, this.#waiting];
    await Promise.all(views.map((view) => view.stop()));
  }

  /** The latest version of the Schedule or its CronJob cannot be read: nothing may be decided for it. */
  isUnreadable(schedule: string): boolean {
    return this.#schedules.isUnreadable(schedule) || this.#cronJobs.isUnreadable(schedule);
  }

  get isSynced(): boolean {
    return this.#isSynced;
  }

  *names(): Generator<string> {
    for (const [name] of this.#schedules.entries()) yield name;
  }

  /** Undefined: there is no such Schedule. */
  observe(name: string): ScheduleObservation | undefined {
    const schedule = this.#schedules.get(name);
    if (schedule === undefined) return undefined;
    const waiting = this.#waitingOf.of(name).map((job) => this.#waiting.get(job));
    return {
      schedule,
      cronJob: this.#cronJobs.get(name) ?? null,
      waiting: waiting.filter((job) => job !== undefined),
    };
  }

  /** The Job that waits for the run of a time of a Schedule; read anew while not all is listed. */
  async waitingFor(schedule: string, scheduledFor: string): Promise<WaitingJob | null> {
    const time = Date.parse(scheduledFor);
    const jobs = this.#isSynced ? this.#known(schedule) : await this.#read(schedule);
    const usable = jobs.filter((job) => !job.isDeleting && !job.isSpent);
    return usable.find(({ scheduledFor: of }) => Date.parse(of) === time) ?? null;
  }

  #known(schedule: string): WaitingJob[] {
    const jobs = this.#waitingOf.of(schedule).map((name) => this.#waiting.get(name));
    return jobs.filter((job) => job !== undefined);
  }

  async #read(schedule: string): Promise<WaitingJob[]> {
    const query = { labelSelector: `${SCHEDULE_LABEL}=${schedule},!${RUN_LABEL}` };
    const { items } = await this.#api.request<{ readonly items: readonly KubeObject[] }>(
      paths.jobs(this.#namespace),
      { query },
    );
    return items.map(readWaitingJob).filter((job) => job !== null);
  }
}

const UNTAKEN = `${SCHEDULE_LABEL},!${RUN_LABEL}`;
