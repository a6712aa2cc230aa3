import { Controller } from '../controller/controller.ts';
import { failureEvent } from '../events/failure-event.ts';
import type { Priority } from '../kube/work-queue.ts';
import type { ServeContext, ServedKind } from '../controller/served-kind.ts';
import type { ApplyContext } from './apply.ts';
import { ClusterView } from './cluster-view.ts';
import { RunController } from './run-controller.ts';

export interface ServedRuns extends ServedKind {
  /** Whether all Runs, Jobs and pods that there are have been listed once. */
  isSynced(): boolean;
}

/** Serves Runs: each has a Job for its attempt, and tells what became of it. */
export function serveRuns(
  context: ServeContext,
  waitingFor: ApplyContext['waitingFor'],
): ServedRuns {
  const { api, config, metrics, logger, events } = context;
  let isSynced = false;
  const view = new ClusterView({
    api,
    namespace: config.namespace,
    observe: (resource) => metrics.watch(resource),
    onChange: (run, priority) => {
      controller.changed(run, priorityOf(run, priority));
    },
  });
  metrics.runs(() => view.runs());
  const runs = new RunController({
    ...context,
    view,
    waitingFor,
    settings: config.jobs,
    retention: config.retention,
    recheck: (run, afterMs) => {
      controller.recheck(run, afterMs);
    },
    tell: (event) => {
      events.add(event);
    },
  });
  const controller: Controller = new Controller({
    name: 'run',
    workers: config.workers,
    logger,
    metrics: metrics.controller('run'),
    reconcile: (run) => runs.reconcile(run),
    // Until Jobs and pods are in sight only a Run that nobody has looked at can be judged.
    canJudge: (run) => isSynced || view.run(run)?.status.phase === undefined,
    onStuck: (name, error) => {
      const run = view.run(name);
      if (run !== undefined) events.add(failureEvent('Run', run, error));
    },
    all: () => view.names(),
  });
  // Somebody waits for its Job; what is told of others may be told a moment later.
  const priorityOf = (run: string, priority: Priority): Priority =>
    view.run(run)?.status.phase === undefined && view.jobsOf(run).length === 0
      ? 'urgent'
      : priority;
  return {
    start: () => {
      void view.start().then(() => {
        isSynced = true;
        controller.lookAtAll();
      });
    },
    lead: () => {
      controller.lead();
    },
    isSynced: () => isSynced,
    isLive: () => controller.isLive(),
    stop: async () => {
      await controller.stop();
      await view.stop();
    },
  };
}
