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
import { ScheduleReconciler } from './schedule-reconciler.ts';
import { readObservedSchedule, type ObservedSchedule } from './schedule-resource.ts';
import { ScheduleResources } from './schedule-resources.ts';
import { SlotAcknowledger } from './slot-acknowledger.ts';
import { DesiredSchedules } from './desired-schedules.ts';

export interface KubernetesSchedulesDeps {
  readonly cluster: Cluster;
  readonly database: Database;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly mostResources: ResourceLimits;
  readonly logger: Logger;
  readonly timing?: Partial<KubernetesSchedulesTiming>;
}

/** In milliseconds. */
export interface KubernetesSchedulesTiming {
  /** How often times are settled that wait for nothing. */
  readonly settleEvery: number;
  /** How often all schedules are compared with their resources. */
  readonly sweepEvery: number;
}

const TIMING: KubernetesSchedulesTiming = { settleEvery: 2000, sweepEvery: 60_000 };
/**
 * A CronJob brings a time within a second or so. It passes over some that are due all the same, as when
 * clocks go forward; and its controller may be away.
 */
const HELD_MS = 20_000;

/**
 * Schedules in a Kubernetes cluster: each becomes a Schedule resource, for which the operator keeps a
 * CronJob; the times that the CronJob brings are seen by a watch. Whether they are run is decided by
 * the scheduler alone, which fires them also when nothing brings them.
 */
export class KubernetesSchedules implements ScheduleMirror {
  readonly #deps: KubernetesSchedulesDeps;
  readonly #timing: KubernetesSchedulesTiming;
  readonly #stopping = new AbortController();
  readonly #watch: ListWatch<ObservedSchedule>;
  readonly #projector: ScheduleReconciler;
  readonly #settler: SlotAcknowledger;
  /** The latest time of each schedule that was told of. */
  readonly #told = new Map<string, number>();
  #onTime: (time: Date) => void = () => undefined;
  #isSynced = false;
  /** By the clock of `performance`, in milliseconds. */
  #sweepAt = 0;
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
      onUnreadable: reportUnreadable(deps.logger, 'a Schedule cannot be read and is left alone'),
      onChange: (id) => {
        this.#tellOfTimes(id);
      },
      observe: {
        connected: () => undefined,
        relisted: () => undefined,
        missed: () => undefined,
        restarted: (reason) => {
          this.#interrupted(reason);
        },
      },
    });
    this.#projector = new ScheduleReconciler({
      ...deps,
      resources,
      wanted: new DesiredSchedules({ ...deps, errors, installation: cluster.installation }),
      seen: () => this.#watch.entries(),
      find: (id) => this.#watch.get(id),
    });
    this.#settler = new SlotAcknowledger({ ...deps, resources, errors });
  }

  start(onTime: (time: Date) => void): void {
    this.#onTime = onTime;
    void this.#watch.start().then(() => (this.#isSynced = true));
    this.#loop ??= this.#run();
  }

  changed(scheduleId: string): void {
    // What changes before is found by the first sweep.
    if (this.#isSynced) this.#projector.changed(scheduleId);
  }

  flowChanged(flowId: string): void {
    for (const [id, { spec }] of this.#watch.entries()) {
      if (spec.flowId === flowId) this.changed(id);
    }
  }

  manyChanged(): void {
    this.#sweepAt = 0;
  }

  deferredUntil(scheduleId: string, slot: Date): Date | null {
    const seen = this.#watch.get(scheduleId);
    if (seen?.isReady !== true || seen.spec.suspend) return null;
    const time = slot.getTime();
    const hasCome = seen.broughtThrough !== null && seen.broughtThrough >= time;
    return hasCome ? null : new Date(time + HELD_MS);
  }

  async close(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#loop, this.#projector.stop(), this.#watch.stop()]);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await this.#tryTo(() => this.#settler.settle(this.#watch.entries()));
      if (this.#isSynced && performance.now() >= this.#sweepAt) {
        this.#sweepAt = performance.now() + this.#timing.sweepEvery;
        // One that failed may have been asked for.
        if (!(await this.#tryTo(() => this.#projector.sweep()))) this.#sweepAt = 0;
      }
      await delay(this.#timing.settleEvery, undefined, { signal }).catch(() => undefined);
    }
  }

  #tellOfTimes(id: string): void {
    const seen = this.#watch.get(id);
    if (seen === undefined) this.#told.delete(id);
    const latest = seen?.waiting.at(-1);
    if (latest === undefined || latest <= (this.#told.get(id) ?? -Infinity)) return;
    this.#told.set(id, latest);
    this.#onTime(new Date(latest));
  }

  /** Where Schedules are unknown that is so for good: runs and their times come without them. */
  #interrupted(reason: string): void {
    const { logger } = this.#deps;
    const level = this.#isSynced || this.#hasWarned ? 'debug' : 'warn';
    this.#hasWarned = true;
    logger[level]({ error: reason }, 'Schedules in the cluster cannot be watched for now');
  }

  /** @returns whether it was done */
  async #tryTo(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (this.#stopping.signal.aborted) return false;
      // The next look comes in any case.
      this.#deps.logger.warn({ err: error }, 'Schedules could not be brought up to date');
      return false;
    }
  }
}
