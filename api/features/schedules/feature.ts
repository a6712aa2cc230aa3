import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../platform.ts';
import { createFireStore } from '../../scheduler/fire-store.ts';
import { ScheduleFires, type AutoDisabled } from '../../scheduler/schedule-fires.ts';
import { Scheduler } from '../../scheduler/scheduler.ts';
import { timeZoneNames } from '../../scheduler/time-zones.ts';
import type { Feature } from '../feature.ts';
import type { RunService } from '../runs/service.ts';
import { scheduleRoutes } from './routes.ts';
import { ScheduleService } from './service.ts';
import { createScheduleStore } from './store.ts';

/** Schedules, and the scheduler that fires them unless the configuration turns it off. */
export function createSchedulesFeature(
  platform: Platform,
  { runs }: { readonly runs: RunService },
): Feature {
  const { config, database, settings, logger, now, newId } = platform;
  const onAutoDisabled = (schedule: AutoDisabled): void => {
    platform.notifications.notify({ event: 'schedule_auto_disabled', ...schedule });
  };
  const store = createFireStore(database);
  const fires = new ScheduleFires({ store, runs, settings, logger, now, onAutoDisabled });
  const scheduler = new Scheduler({ store, fires, settings, logger, now, wait });
  const schedules = new ScheduleService({
    ...{ store: createScheduleStore(database), fires, runs, now, newId },
    isTimeZone: timeZoneNames(),
  });
  return {
    routes: scheduleRoutes(schedules, runs),
    start: () => {
      if (config.schedulerEnabled) scheduler.start();
      return Promise.resolve();
    },
    close: () => scheduler.close(),
  };
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  // It rejects only when it is aborted, which is the other way for the wait to end.
  await sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
}
