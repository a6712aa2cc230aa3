import { Controller } from '../controller/controller.ts';
import { logUnreadable, loggedWatch } from '../controller/logged-watch.ts';
import { failureEvent, unreadableEvent } from '../events/object-event.ts';
import type { Priority } from '../../kubernetes/work-queue.ts';
import type { ControllerContext, ResourceController } from '../controller/resource-controller.ts';
import type { ApplyContext } from './apply/apply.ts';
import { ClusterCache } from './observe/cluster-cache.ts';
import { RunController } from './run-controller.ts';

export interface ServedRuns extends ResourceController {
  /** Whether the caches of Runs, Jobs and pods have synced and are up to date. */
  isCurrent(): boolean;
}

/** Creates the controller of Runs with its caches. */
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
        'events cannot be listed yet: Runs are reconciled without the reason why a Job cannot create its pod',
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
    emit: (event) => {
      events.record(event);
    },
    onLossTimeMissing: () => {
      logger.warn(
        'a Run does not keep lostAt of its attempts: upgrade its CustomResourceDefinition',
      );
    },
  });
  const controller: Controller = new Controller({
    name: 'run',
    workers: config.workers,
    logger,
    metrics: metrics.controller('run'),
    reconcile: (run) => runs.reconcile(run),
    // A Run without a status needs no Jobs and pods, so it does not wait for their caches.
    hasSynced: (run) =>
      !view.isUnreadable(run) && (isSynced || view.run(run)?.status.phase === undefined),
    onRepeatedFailure: (name, error) => {
      const run = view.run(name);
      if (run !== undefined) events.record(failureEvent('Run', run, error));
    },
    objects: () => view.names(),
  });
  // A Run that still needs its first Job goes before status updates of others.
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
