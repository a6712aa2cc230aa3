import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../platform.ts';
import { Backfills } from '../../execution/schedules/backfills.ts';
import { createTriggerMetrics } from '../../execution/schedules/trigger-metrics.ts';
import { createTriggerStore } from '../../domain/schedules/trigger-store.ts';
import { MissedSlotRecorder } from '../../execution/schedules/missed-slot-recorder.ts';
import { createMissedSlotStore } from '../../domain/schedules/missed-slot-store.ts';
import { CatchUp } from '../../execution/schedules/catch-up.ts';
import { ScheduleErrorBoundary } from '../../execution/schedules/schedule-error-boundary.ts';
import {
  ScheduleTriggers,
  type AutoDisabled,
} from '../../execution/schedules/schedule-triggers.ts';
import type { ScheduleMirror } from '../../execution/schedules/schedule-mirror.ts';
import { Scheduler } from '../../execution/schedules/scheduler.ts';
import { NO_EXTERNAL_CLOCK } from '../../execution/schedules/slot-clock.ts';
import { createSlotQueue } from '../../domain/schedules/slot-queue.ts';
import { timeZoneNames } from '../../domain/schedules/time-zones.ts';
import { createWatchStore } from '../../domain/schedules/watch-store.ts';
import type { Feature } from '../feature.ts';
import type { RunService } from '../../execution/launch/run-service.ts';
import { backfillRoutes } from './backfill-routes.ts';
import { BackfillService } from './backfill-service.ts';
import { scheduleRoutes } from './routes.ts';
import { ScheduleService } from '../../domain/schedules/service.ts';
import { createScheduleStore } from '../../domain/schedules/store.ts';

export interface SchedulesDeps {
  readonly runs: RunService;
  /** Null: schedules are here alone. */
  readonly mirror: ScheduleMirror | null;
}

/** Schedules, and what fires them and their past times unless the configuration turns it off. */
export function createSchedulesFeature(
  platform: Platform,
  { runs, mirror }: SchedulesDeps,
): Feature {
  const { config, database, settings, logger, now, newId } = platform;
  const metrics = createTriggerMetrics(platform.metrics.registry);
  const onAutoDisabled = (schedule: AutoDisabled): void => {
    platform.notifications.notify({ event: 'schedule_auto_disabled', ...schedule });
    mirror?.changed(schedule.scheduleId);
  };
  const store = createTriggerStore(database);
  const slots = createSlotQueue(database);
  const errors = new ScheduleErrorBoundary(logger);
  const missedStore = createMissedSlotStore(database);
  const missedSlots = new MissedSlotRecorder({ store: missedStore, logger, metrics });
  const common = { settings, logger, errors, missedSlots, now };
  const flowFreed = (): void => {
    scheduler.pollBy(now());
    backfills.added();
  };
  const triggers = new ScheduleTriggers({
    ...common,
    store,
    runs,
    metrics,
    onAutoDisabled,
    flowFreed,
  });
  const backfills = new Backfills({ ...common, slots, triggers, wait });
  const lookAtLine = (): void => {
    backfills.added();
  };
  const missed = new CatchUp({
    ...common,
    store,
    slots,
    watch: createWatchStore(database),
    limit: config.schedulerCatchUpLimit,
    added: lookAtLine,
  });
  const scheduler = new Scheduler({
    ...common,
    store,
    triggers,
    missed,
    wait,
    clock: mirror ?? NO_EXTERNAL_CLOCK,
    ended: lookAtLine,
  });
  const schedules = createScheduleStore(database);
  const service = new ScheduleService({
    store: schedules,
    missedSlots: missedStore,
    now,
    newId,
    isTimeZone: timeZoneNames(),
    changed: (id, nextRunAt) => {
      mirror?.changed(id);
      if (nextRunAt !== null) scheduler.pollBy(nextRunAt);
    },
  });
  return {
    routes: [
      ...scheduleRoutes({ schedules: service, triggers, runs }),
      ...backfillRoutes(new BackfillService({ schedules, slots, backfills, now })),
    ],
    start: () => {
      mirror?.start((time) => {
        scheduler.pollBy(time);
      });
      if (config.schedulerEnabled) {
        scheduler.start();
        backfills.start();
      }
      return Promise.resolve();
    },
    close: async () => {
      await Promise.all([scheduler.close(), backfills.close(), mirror?.close()]);
    },
  };
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  // It rejects only when it is aborted, which is the other way for the wait to end.
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
