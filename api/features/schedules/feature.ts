import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../platform.ts';
import { Backfills } from '../../execution/schedules/backfills.ts';
import { createFireMetrics } from '../../execution/schedules/fire-metrics.ts';
import { createFireStore } from '../../domain/schedules/fire-store.ts';
import { MissedSlotRecorder } from '../../execution/schedules/missed-slot-recorder.ts';
import { createMissedSlotStore } from '../../domain/schedules/missed-slot-store.ts';
import { MissedSlots } from '../../execution/schedules/missed-slots.ts';
import { ScheduleFaults } from '../../execution/schedules/schedule-faults.ts';
import { ScheduleFires, type AutoDisabled } from '../../execution/schedules/schedule-fires.ts';
import type { ScheduleMirror } from '../../execution/schedules/schedule-mirror.ts';
import { Scheduler } from '../../execution/schedules/scheduler.ts';
import { NO_CLOCK } from '../../execution/schedules/slot-clock.ts';
import { createSlotStore } from '../../domain/schedules/slot-store.ts';
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
  const metrics = createFireMetrics(platform.metrics.registry);
  const onAutoDisabled = (schedule: AutoDisabled): void => {
    platform.notifications.notify({ event: 'schedule_auto_disabled', ...schedule });
    mirror?.changed(schedule.scheduleId);
  };
  const store = createFireStore(database);
  const slots = createSlotStore(database);
  const faults = new ScheduleFaults(logger);
  const missedStore = createMissedSlotStore(database);
  const missedSlots = new MissedSlotRecorder({ store: missedStore, logger, metrics });
  const common = { settings, logger, faults, missedSlots, now };
  const flowFreed = (): void => {
    scheduler.timeComes(now());
    backfills.added();
  };
  const fires = new ScheduleFires({ ...common, store, runs, metrics, onAutoDisabled, flowFreed });
  const backfills = new Backfills({ ...common, slots, fires, wait });
  const lookAtLine = (): void => {
    backfills.added();
  };
  const missed = new MissedSlots({
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
    fires,
    missed,
    wait,
    clock: mirror ?? NO_CLOCK,
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
      if (nextRunAt !== null) scheduler.timeComes(nextRunAt);
    },
  });
  return {
    routes: [
      ...scheduleRoutes({ schedules: service, fires, runs }),
      ...backfillRoutes(new BackfillService({ schedules, slots, backfills, now })),
    ],
    start: () => {
      mirror?.start((time) => {
        scheduler.timeComes(time);
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
