import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../platform.ts';
import { BackfillService } from '../../domain/schedules/backfill-service.ts';
import { createMissedSlotStore } from '../../domain/schedules/missed-slot-store.ts';
import { ScheduleService } from '../../domain/schedules/service.ts';
import { createSlotQueue } from '../../domain/schedules/slot-queue.ts';
import { createScheduleStore } from '../../domain/schedules/store.ts';
import type { RunService } from '../../execution/launch/run-service.ts';
import { composeScheduling } from '../../execution/schedules/compose-scheduling.ts';
import {
  NO_EXTERNAL_CLOCK,
  type ScheduleMirror,
} from '../../execution/schedules/schedule-mirror.ts';
import { createTriggerMetrics } from '../../execution/schedules/trigger-metrics.ts';
import type { Feature } from '../feature.ts';
import { backfillRoutes } from './backfill-routes.ts';
import { scheduleRoutes } from './routes.ts';

export interface SchedulesDeps {
  readonly runs: RunService;
  /** Null: there is no cluster. */
  readonly mirror: ScheduleMirror | null;
}

/** Serves schedules and, unless the configuration turns the scheduler off, triggers them. */
export function createSchedulesFeature(
  platform: Platform,
  { runs, mirror }: SchedulesDeps,
): Feature {
  const { config, database, notifications, now, newId } = platform;
  const { scheduler, backfills, triggers } = composeScheduling({
    ...platform,
    runs,
    wait,
    metrics: createTriggerMetrics(platform.metrics.registry),
    clock: mirror ?? NO_EXTERNAL_CLOCK,
    catchUpLimit: config.schedulerCatchUpLimit,
    onAutoDisabled: (schedule) => {
      notifications.notify({ event: 'schedule_auto_disabled', ...schedule });
      mirror?.changed(schedule.scheduleId);
    },
  });
  const schedules = createScheduleStore(database);
  const slots = createSlotQueue(database);
  const service = new ScheduleService({
    store: schedules,
    missedSlots: createMissedSlotStore(database),
    now,
    newId,
    onChange: (id, nextRunAt) => {
      mirror?.changed(id);
      if (nextRunAt !== null) scheduler.pollBy(nextRunAt);
    },
  });
  const backfillService = new BackfillService({
    schedules,
    slots,
    onEnqueued: () => {
      backfills.notify();
    },
    now,
  });
  return {
    routes: [
      ...scheduleRoutes({ schedules: service, triggers, runs }),
      ...backfillRoutes(backfillService),
    ],
    start: () => {
      mirror?.start((slot) => {
        scheduler.pollBy(slot);
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
  // It rejects only when the signal is aborted.
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
