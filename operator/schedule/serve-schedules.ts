import { Controller } from '../controller/controller.ts';
import { logUnreadable, loggedWatch } from '../controller/logged-watch.ts';
import { failureEvent } from '../events/failure-event.ts';
import { unreadableEvent } from '../events/unreadable-event.ts';
import type { ServeContext, ServedKind } from '../controller/served-kind.ts';
import { ScheduleController } from './schedule-controller.ts';
import { ScheduleView } from './schedule-view.ts';

/** Schedules change rarely: few workers do, and Runs keep the connections. */
const WORKERS = 4;

export interface ServedSchedules extends ServedKind {
  readonly view: ScheduleView;
}

/** Serves Schedules: each has its CronJob, and tells which times wait. */
export function serveSchedules(context: ServeContext): ServedSchedules {
  const { api, config, metrics, logger, events } = context;
  const view = new ScheduleView({
    api,
    namespace: config.namespace,
    observe: (resource) => loggedWatch(metrics.watch(resource), logger, resource),
    onUnreadable: (resource, object, error) => {
      logUnreadable(logger, resource, (unread, why) => {
        if (resource === 'schedules') events.add(unreadableEvent('Schedule', unread, why));
      })(object, error);
    },
    onChange: (schedule, priority) => {
      controller.changed(schedule, priority);
    },
  });
  const schedules = new ScheduleController({
    ...context,
    view,
    settings: config.jobs,
    tell: (event) => {
      events.add(event);
    },
    recheck: (schedule, afterMs) => {
      controller.recheck(schedule, afterMs);
    },
  });
  const controller: Controller = new Controller({
    name: 'schedule',
    workers: WORKERS,
    logger,
    metrics: metrics.controller('schedule'),
    reconcile: (schedule) => schedules.reconcile(schedule),
    // That a Schedule has no CronJob is known once CronJobs have been listed.
    canJudge: (schedule) => view.isSynced && !view.isUnreadable(schedule),
    onStuck: (name, error) => {
      const schedule = view.observe(name)?.schedule;
      if (schedule !== undefined) events.add(failureEvent('Schedule', schedule, error));
    },
    all: () => view.names(),
  });
  return {
    view,
    start: () => {
      void view.start().then(() => {
        controller.lookAtAll();
      });
    },
    lead: () => {
      controller.lead();
    },
    isLive: () => controller.isLive(),
    stop: async () => {
      await controller.stop();
      await view.stop();
    },
  };
}
