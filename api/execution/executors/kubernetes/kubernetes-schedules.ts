import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ListWatch } from '../../../../kubernetes/watch/list-watch.ts';
import { paths } from '../../../../kubernetes/resources/paths.ts';
import type { Database } from '../../../../prisma/client.ts';
import type { ResourceLimits } from '../../launch/resolve-resources.ts';
import type { SettingsService } from '../../../domain/settings/service.ts';
import { ScheduleErrorBoundary } from '../../schedules/schedule-error-boundary.ts';
import type { ScheduleMirror } from '../../schedules/schedule-mirror.ts';
import type { Cluster } from './cluster/open-cluster.ts';
import { INSTALLATION_LABEL } from './cluster/resource-labels.ts';
import { reportUnreadable } from './cluster/report-unreadable.ts';
import { ScheduleReconciler } from './schedules/schedule-reconciler.ts';
import { readObservedSchedule, type ObservedSchedule } from './schedules/schedule-resource.ts';
import { ScheduleResources } from './schedules/schedule-resources.ts';
import { SlotAcknowledger } from './schedules/slot-acknowledger.ts';
import { DesiredSchedules } from './schedules/desired-schedules.ts';

export interface KubernetesSchedulesDeps {
  readonly cluster: Cluster;
  readonly database: Database;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly maxResources: ResourceLimits;
  readonly logger: Logger;
  readonly timing?: Partial<KubernetesSchedulesTiming>;
}

/** In milliseconds. */
export interface KubernetesSchedulesTiming {
  /** How often waiting slots are acknowledged. */
  readonly acknowledgeEvery: number;
  /** How often all schedules are compared with their resources. */
  readonly reconcileEvery: number;
}

const TIMING: KubernetesSchedulesTiming = { acknowledgeEvery: 2000, reconcileEvery: 60_000 };
/**
 * How long a due slot is left to its CronJob, which reports it within about a second. It does not report
 * slots inside the gap when clocks go forward, or while its controller is down.
 */
const CRONJOB_GRACE_MS = 20_000;

/**
 * Mirrors schedules to a cluster as Schedule resources, of which the operator makes CronJobs, and watches
 * which slots the CronJobs report. The scheduler alone decides whether a slot runs, and triggers slots
 * that no CronJob reports.
 */
export class KubernetesSchedules implements ScheduleMirror {
  readonly #deps: KubernetesSchedulesDeps;
  readonly #timing: KubernetesSchedulesTiming;
  readonly #stopping = new AbortController();
  readonly #watch: ListWatch<ObservedSchedule>;
  readonly #reconciler: ScheduleReconciler;
  readonly #acknowledger: SlotAcknowledger;
  /** The latest slot of each schedule that was passed to `onSlot`. */
  readonly #notified = new Map<string, number>();
  #onSlot: (slot: Date) => void = () => undefined;
  #isSynced = false;
  /** When to reconcile all schedules, on the monotonic clock of `performance`. */
  #reconcileAt = 0;
  #hasWarned = false;
  #loop: Promise<void> | null = null;

  constructor(deps: KubernetesSchedulesDeps) {
    const { cluster, timing } = deps;
    this.#deps = deps;
    this.#timing = { ...TIMING, ...timing };
    const resources = new ScheduleResources(cluster, this.#stopping.signal);
    const errors = new ScheduleErrorBoundary(deps.logger);
    this.#watch = new ListWatch({
      api: cluster.api,
      path: paths.schedules(cluster.namespace),
      labelSelector: `${INSTALLATION_LABEL}=${cluster.installation}`,
      transform: readObservedSchedule,
      onUnreadable: reportUnreadable(
        deps.logger,
        'Schedule cannot be read, is ignored until it changes',
      ),
      onChange: (id) => {
        this.#notify(id);
      },
      observe: {
        connected: () => undefined,
        relisted: () => undefined,
        missed: () => undefined,
        restarted: (reason) => {
          this.#logRestart(reason);
        },
      },
    });
    this.#reconciler = new ScheduleReconciler({
      ...deps,
      resources,
      desired: new DesiredSchedules({ ...deps, errors, installation: cluster.installation }),
      observed: () => this.#watch.entries(),
      find: (id) => this.#watch.get(id),
    });
    this.#acknowledger = new SlotAcknowledger({ ...deps, resources, errors });
  }

  start(onSlot: (slot: Date) => void): void {
    this.#onSlot = onSlot;
    void this.#watch.start().then(() => (this.#isSynced = true));
    this.#loop ??= this.#run();
  }

  changed(scheduleId: string): void {
    // The first comparison of all schedules finds earlier changes.
    if (this.#isSynced) this.#reconciler.enqueue(scheduleId);
  }

  flowChanged(flowId: string): void {
    for (const [id, { spec }] of this.#watch.entries()) {
      if (spec.flowId === flowId) this.changed(id);
    }
  }

  manyChanged(): void {
    this.#reconcileAt = 0;
  }

  deferredUntil(scheduleId: string, slot: Date): Date | null {
    const observed = this.#watch.get(scheduleId);
    if (observed?.isReady !== true || observed.spec.suspend) return null;
    const time = slot.getTime();
    const { reportedThrough } = observed;
    const isReported = reportedThrough !== null && reportedThrough >= time;
    return isReported ? null : new Date(time + CRONJOB_GRACE_MS);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#loop, this.#reconciler.stop(), this.#watch.stop()]);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    const { acknowledgeEvery, reconcileEvery } = this.#timing;
    while (!signal.aborted) {
      await this.#attempt(() => this.#acknowledger.acknowledge(this.#watch.entries()));
      if (this.#isSynced && performance.now() >= this.#reconcileAt) {
        this.#reconcileAt = performance.now() + reconcileEvery;
        const isDone = await this.#attempt(() => this.#reconciler.reconcileAll());
        if (!isDone) this.#reconcileAt = 0;
      }
      await delay(acknowledgeEvery, undefined, { signal }).catch(() => undefined);
    }
  }

  #notify(id: string): void {
    const observed = this.#watch.get(id);
    if (observed === undefined) this.#notified.delete(id);
    const latest = observed?.waiting.at(-1);
    if (latest === undefined || latest <= (this.#notified.get(id) ?? -Infinity)) return;
    this.#notified.set(id, latest);
    this.#onSlot(new Date(latest));
  }

  /** A cluster without the resource definition never syncs; the scheduler works without it. */
  #logRestart(reason: string): void {
    const level = this.#isSynced || this.#hasWarned ? 'debug' : 'warn';
    this.#hasWarned = true;
    this.#deps.logger[level](
      { error: reason },
      'Schedules in the cluster cannot be watched, will be retried; schedules are triggered without CronJobs',
    );
  }

  /** @returns whether the work succeeded */
  async #attempt(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (this.#stopping.signal.aborted) return false;
      this.#deps.logger.warn({ err: error }, 'Schedules could not be reconciled, will be retried');
      return false;
    }
  }
}
