import { isNotFound } from '../../../kubernetes/client/kube-api-error.ts';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import { SCHEDULE_LABEL } from '../../../kubernetes/resources/metadata-keys.ts';
import { paths } from '../../../kubernetes/resources/paths.ts';
import type { ScheduleSpec, ScheduleStatus } from '../../../kubernetes/resources/schedule.ts';
import { eventually } from './eventually.ts';
import type { Stand } from './stand.ts';

export interface ScheduleResource extends KubeObject {
  readonly spec: ScheduleSpec;
  readonly status?: ScheduleStatus;
}

export interface CronJob extends KubeObject {
  readonly spec: {
    readonly schedule: string;
    readonly timeZone?: string;
    readonly suspend?: boolean;
    readonly concurrencyPolicy: string;
    readonly jobTemplate: { readonly spec: { readonly suspend?: boolean } };
  };
}

export interface Job extends KubeObject {
  readonly spec: { readonly suspend?: boolean };
}

/** The Schedules, CronJobs and Jobs of schedules in the namespace under test. */
export class ScheduleObjects {
  readonly #stand: Stand;

  constructor(stand: Stand) {
    this.#stand = stand;
  }

  /** Null when the Schedule does not exist. */
  async schedule(id: string): Promise<ScheduleResource | null> {
    return await this.#find(`${paths.schedules(this.#stand.place.namespace)}/${id}`);
  }

  /** Null when the CronJob does not exist. */
  async cronJob(id: string): Promise<CronJob | null> {
    return await this.#find(`${paths.cronJobs(this.#stand.place.namespace)}/${id}`);
  }

  async cronJobIs(
    id: string,
    what: string,
    holds: (cronJob: CronJob) => boolean,
  ): Promise<CronJob> {
    const cronJob = await eventually(
      `the CronJob of ${id} to be ${what}`,
      () => this.cronJob(id),
      (seen) => seen !== null && holds(seen),
    );
    return cronJob!;
  }

  /** Names of the Jobs without a run. @param schedule of all schedules by default */
  async waitingJobs(schedule?: string): Promise<readonly string[]> {
    const of = schedule === undefined ? SCHEDULE_LABEL : `${SCHEDULE_LABEL}=${schedule}`;
    const path = paths.jobs(this.#stand.place.namespace);
    const query = { labelSelector: of };
    const { items } = await this.#stand.kubernetes.api.request<{ items: readonly Job[] }>(path, {
      query,
    });
    return items.filter(({ spec }) => spec.suspend === true).map(({ metadata }) => metadata.name);
  }

  /** Waits until no Job waits for a run. */
  async untilNoneWaits(): Promise<void> {
    await eventually(
      'the end of all waiting Jobs',
      () => this.waitingJobs(),
      (jobs) => jobs.length === 0,
    );
  }

  async #find<T>(path: string): Promise<T | null> {
    try {
      return await this.#stand.kubernetes.api.request<T>(path);
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }
}

/** The name that a CronJob gives its Job of a scheduled time, in milliseconds since the epoch. */
export function jobOfTime(schedule: string, time: number): string {
  return `${schedule}-${time / 60_000}`;
}
