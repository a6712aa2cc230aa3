import type { Logger } from 'pino';
import { isAlreadyExists, isConflict } from '../../../../kubernetes/client/kube-api-error.ts';
import { WorkQueue } from '../../../../kubernetes/work-queue.ts';
import { matchesDesired, type ObservedSchedule } from './schedule-resource.ts';
import type { ScheduleResources } from './schedule-resources.ts';
import type { DesiredPage, DesiredSchedules } from './desired-schedules.ts';

export interface ScheduleReconcilerDeps {
  readonly wanted: DesiredSchedules;
  readonly resources: ScheduleResources;
  readonly logger: Logger;
  /** Every Schedule that is known of, by name. */
  readonly seen: () => Iterable<[string, ObservedSchedule]>;
  readonly find: (id: string) => ObservedSchedule | undefined;
}

const WORKERS = 4;
const BATCH = 500;

/**
 * Makes Schedule resources say what the database says: makes, changes and deletes them. Any number of
 * processes may do so at once: each write takes effect only while the resource is as it was before the
 * database was read.
 */
export class ScheduleReconciler {
  readonly #deps: ScheduleReconcilerDeps;
  readonly #queue: WorkQueue;
  #isStopped = false;

  constructor(deps: ScheduleReconcilerDeps) {
    this.#deps = deps;
    this.#queue = new WorkQueue({
      workers: WORKERS,
      handle: (id) => this.#project(id),
      onError: (scheduleId, error, failures) => {
        // Others do the same, or this process ends.
        if (isConflict(error) || isAlreadyExists(error) || this.#isStopped) return;
        deps.logger.warn({ scheduleId, failures, err: error }, 'a Schedule is written later');
      },
    });
  }

  changed(id: string): void {
    this.#queue.add(id);
  }

  /** Finds every difference, and sees to it that it goes. */
  async sweep(): Promise<void> {
    const { wanted, seen, find } = this.#deps;
    const ids = new Set<string>();
    let after: string | null = '';
    while (after !== null) {
      const page: DesiredPage = await wanted.page(after, BATCH);
      for (const schedule of page.schedules) {
        const id = schedule.spec.scheduleId;
        ids.add(id);
        const known = find(id);
        if (known === undefined || !matchesDesired(known, schedule))
          this.#queue.add(id, 'background');
      }
      after = page.last;
    }
    for (const [id] of seen()) if (!ids.has(id)) this.#queue.add(id, 'background');
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#queue.stop();
  }

  /** What is known of the resource may be older than what was written last: it is read anew, and first. */
  async #project(id: string): Promise<void> {
    const { wanted, resources } = this.#deps;
    const seen = await resources.find(id);
    const schedule = await wanted.find(id);
    if (schedule === null) {
      if (seen !== null) await resources.delete(id, seen);
    } else if (seen === null) await resources.create(schedule);
    else if (!matchesDesired(seen, schedule) && !(await resources.update(seen, schedule))) {
      this.#queue.add(id);
    }
  }
}
