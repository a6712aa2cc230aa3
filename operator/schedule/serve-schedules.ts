import { Controller } from '../controller/controller.ts';
import { logUnreadable, loggedWatch } from '../controller/logged-watch.ts';
import { failureEvent, unreadableEvent } from '../events/object-event.ts';
import type { ControllerContext, ResourceController } from '../controller/resource-controller.ts';
import { ScheduleController } from './schedule-controller.ts';
import { ScheduleView } from './schedule-view.ts';

/** Schedules change rarely: few workers do, and Runs keep the connections. */
const WORKERS = 4;

export interface ServedSchedules extends ResourceController {
  readonly view: ScheduleView;
}

/** Serves Schedules: each has its CronJob, and tells which times wait. */
export function serveSchedules(context: ControllerContext): ServedSchedules {
  const { api, config, metrics, logger, events } = context;
  const view = new ScheduleView({
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
    view,
    settings: config.jobs,
    tell: (event) => {
      events.record(event);
    },
  });
  const controller: Controller = new Controller({
    name: 'schedule',
    workers: WORKERS,
    logger,
    metrics: metrics.controller('schedule'),
    reconcile: (schedule) => schedules.reconcile(schedule),
    // That a Schedule has no CronJob is known once CronJobs have been listed.
    hasSynced: (schedule) => view.isSynced && !view.isUnreadable(schedule),
    onRepeatedFailure: (name, error) => {
      const schedule = view.observe(name)?.schedule;
      if (schedule !== undefined) events.record(failureEvent('Schedule', schedule, error));
    },
    objects: () => view.names(),
  });
  return {
    view,
    startCaches: () => {
      void view.start().then(() => {
        controller.resync();
      });
    },
    startWorkers: () => {
      controller.start();
    },
    isLive: () => controller.isLive(),
    stop: async () => {
      await controller.stop();
      await view.stop();
    },
  };
}
