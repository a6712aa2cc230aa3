import { Controller } from '../controller/controller.ts';
import { logUnreadable, loggedWatch } from '../controller/logged-watch.ts';
import { failureEvent, unreadableEvent } from '../events/object-event.ts';
import type { ControllerContext, ResourceController } from '../controller/resource-controller.ts';
import { ScheduleController } from './schedule-controller.ts';
import { ScheduleCache } from './schedule-cache.ts';

/** Schedules change rarely. More workers would take connections from Runs. */
const WORKERS = 4;

export interface ServedSchedules extends ResourceController {
  readonly cache: ScheduleCache;
}

/** Serves Schedules: keeps the CronJob of each and reports its waiting slots. */
export function serveSchedules(context: ControllerContext): ServedSchedules {
  const { api, config, metrics, logger, events } = context;
  const cache = new ScheduleCache({
    api,
    namespace: config.namespace,
    observe: (resource) => loggedWatch(metrics.watch(resource), logger, resource),
    onUnreadable: (resource, object, error) => {
      logUnreadable(logger, resource, (unread, why) => {
        if (resource === 'schedules') events.record(unreadableEvent('Schedule', unread, why));
      })(object, error);
    },
    onChange: (schedule, priority) => {
      controller.enqueue(schedule, priority);
    },
  });
  const schedules = new ScheduleController({
    ...context,
    cache,
    settings: config.jobs,
    recordEvent: (event) => {
      events.record(event);
    },
  });
  const controller: Controller = new Controller({
    name: 'schedule',
    workers: WORKERS,
    logger,
    metrics: metrics.controller('schedule'),
    reconcile: (schedule) => schedules.reconcile(schedule),
    hasSynced: () => cache.isSynced,
    onRepeatedFailure: (name, error) => {
      const schedule = cache.observe(name)?.schedule;
      if (schedule !== undefined) events.record(failureEvent('Schedule', schedule, error));
    },
    objects: () => cache.names(),
  });
  return {
    cache,
    startCaches: () => {
      void cache.start().then(() => {
        controller.resync();
      });
    },
    startWorkers: () => {
      controller.start();
    },
    isLive: () => controller.isLive(),
    stop: async () => {
      await controller.stop();
      await cache.stop();
    },
  };
}
