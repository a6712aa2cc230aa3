import type { Logger } from 'pino';
import { isAlreadyExists, isConflict } from '../../../../../kubernetes/client/kube-api-error.ts';
import { WorkQueue } from '../../../../../kubernetes/work-queue.ts';
import { matchesDesired, type ObservedSchedule } from './schedule-resource.ts';
import type { ScheduleResources } from './schedule-resources.ts';
import type { DesiredPage, DesiredSchedules } from './desired-schedules.ts';

export interface ScheduleReconcilerDeps {
  readonly desired: DesiredSchedules;
  readonly resources: ScheduleResources;
  readonly logger: Logger;
  /** The cached Schedules by name. */
  readonly observed: () => Iterable<[string, ObservedSchedule]>;
  readonly find: (id: string) => ObservedSchedule | undefined;
}

const WORKERS = 4;
const BATCH = 500;

/**
 * Creates, updates and deletes Schedule resources to match the database. Any number of processes may do
 * so concurrently: a write takes effect only if the resource is as it was before the database was read.
 */
export class ScheduleReconciler {
  readonly #deps: ScheduleReconcilerDeps;
  readonly #queue: WorkQueue;
  #isStopped = false;

  constructor(deps: ScheduleReconcilerDeps) {
    this.#deps = deps;
    this.#queue = new WorkQueue({
      workers: WORKERS,
      handle: (id) => this.#reconcile(id),
      onError: (scheduleId, error, failures) => {
        // Another process was faster, or this one is stopping.
        if (isConflict(error) || isAlreadyExists(error) || this.#isStopped) return;
        deps.logger.warn(
          { scheduleId, failures, err: error },
          'Schedule could not be written, will be retried',
        );
      },
    });
  }

  /** Reconciles a schedule that was created, changed or deleted. */
  enqueue(id: string): void {
    this.#queue.add(id);
  }

  /** Compares all schedules with their resources and reconciles those that differ. */
  async reconcileAll(): Promise<void> {
    const { desired, observed, find } = this.#deps;
    const ids = new Set<string>();
    let after: string | null = '';
    while (after !== null) {
      const page: DesiredPage = await desired.page(after, BATCH);
      for (const schedule of page.schedules) {
        const id = schedule.spec.scheduleId;
        ids.add(id);
        const known = find(id);
        if (known === undefined || !matchesDesired(known, schedule))
          this.#queue.add(id, 'background');
      }
      after = page.last;
    }
    for (const [id] of observed()) if (!ids.has(id)) this.#queue.add(id, 'background');
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#queue.stop();
  }

  /** Reads the resource, since the cache may be behind, and reads it before the database. */
  async #reconcile(id: string): Promise<void> {
    const { desired, resources } = this.#deps;
    const observed = await resources.find(id);
    const schedule = await desired.find(id);
    if (schedule === null) {
      if (observed !== null) await resources.delete(id, observed);
    } else if (observed === null) await resources.create(schedule);
    else if (!matchesDesired(observed, schedule) && !(await resources.update(observed, schedule))) {
      this.#queue.add(id);
    }
  }
}
