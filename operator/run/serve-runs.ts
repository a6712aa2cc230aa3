import { Controller } from '../controller/controller.ts';
import { logUnreadable, loggedWatch } from '../controller/logged-watch.ts';
import { failureEvent, unreadableEvent } from '../events/object-event.ts';
import type { Priority } from '../../kubernetes/work-queue.ts';
import type { ControllerContext, ResourceController } from '../controller/resource-controller.ts';
import type { ApplyContext } from './apply/apply.ts';
import { ClusterCache } from './observe/cluster-cache.ts';
import { RunController } from './run-controller.ts';

export interface ServedRuns extends ResourceController {
  /** Whether Runs, Jobs and pods have been listed and their watches go on. */
  isCurrent(): boolean;
}

/** Serves Runs: each has a Job for its attempt, and tells what became of it. */
export function serveRuns(
  context: ControllerContext,
  waitingFor: ApplyContext['waitingFor'],
): ServedRuns {
  const { api, config, metrics, logger, events } = context;
  let isSynced = false;
  const view = new ClusterCache({
    api,
    namespace: config.namespace,
    observe: (resource) => {
      const isQuiet = resource === 'job_events';
      return loggedWatch(metrics.watch(resource, isQuiet), logger, resource);
    },
    onUnreadable: (resource, object, error) => {
      logUnreadable(logger, resource, (unread, why) => {
        if (resource === 'runs') events.record(unreadableEvent('Run', unread, why));
      })(object, error);
    },
    onChange: (run, priority) => {
      controller.enqueue(run, priorityOf(run, priority));
    },
    onEventsLate: () => {
      logger.warn(
        'events cannot be listed and watched yet: runs are served, without the reason why a Job can make no pod',
      );
    },
  });
  metrics.runs(() => view.runs());
  const runs = new RunController({
    ...context,
    view,
    waitingFor,
    settings: config.jobs,
    retention: config.retention,
    tell: (event) => {
      events.record(event);
    },
    onLossTimeMissing: () => {
      logger.warn(
        'a Run does not keep when its attempt was lost: its CustomResourceDefinition may be of an earlier version',
      );
    },
  });
  const controller: Controller = new Controller({
    name: 'run',
    workers: config.workers,
    logger,
    metrics: metrics.controller('run'),
    reconcile: (run) => runs.reconcile(run),
    // Until Jobs and pods are in sight only a Run that nobody has looked at can be judged.
    hasSynced: (run) =>
      !view.isUnreadable(run) && (isSynced || view.run(run)?.status.phase === undefined),
    onRepeatedFailure: (name, error) => {
      const run = view.run(name);
      if (run !== undefined) events.record(failureEvent('Run', run, error));
    },
    objects: () => view.names(),
  });
  // Somebody waits for its Job; what is told of others may be told a moment later.
  const priorityOf = (run: string, priority: Priority): Priority =>
    view.run(run)?.status.phase === undefined && view.jobsOf(run).length === 0
      ? 'urgent'
      : priority;
  return {
    startCaches: () => {
      void view.start().then(() => {
        isSynced = true;
        controller.resync();
      });
    },
    startWorkers: () => {
      controller.start();
    },
    isCurrent: () => isSynced && view.isCurrent(),
    isLive: () => controller.isLive(),
    stop: async () => {
      await controller.stop();
      await view.stop();
    },
  };
}
