import type { Feature } from '../features/feature.ts';
import type { Platform } from '../platform.ts';
import { DeletedFlows } from './deleted-flows.ts';
import { HousekeepingMetrics } from './housekeeping-metrics.ts';
import { createObjectDeletionStore } from '../domain/stored-objects/object-deletion-store.ts';
import { ObjectSweeper } from './object-sweeper.ts';
import { PeriodicTask } from './periodic-task.ts';
import { createDeletedFlowStore } from '../domain/flows/deleted-flow-store.ts';
import { createRunRemovalStore } from '../domain/runs/run-removal-store.ts';
import { createRetentionStore } from '../domain/runs/retention-store.ts';
import { RunRetention } from './run-retention.ts';

export interface HousekeepingFeature extends Feature {
  /** Called when rows or objects may have come to be removed: by a deletion, or by another setting. */
  readonly wake: () => void;
}

/** For what other replicas left, and for retries; what this process leaves wakes it at once. */
const SWEEP_INTERVAL_MS = 30_000;

/** What retention removes comes to its age at any time. */
const RETENTION_INTERVAL_MS = 600_000;

/**
 * Work in the background, on every replica: rows of deleted flows, runs that are not kept, and objects
 * of removed rows.
 */
export function createHousekeepingFeature(platform: Platform): HousekeepingFeature {
  const { database, objects, settings, logger, now } = platform;
  const metrics = new HousekeepingMetrics(platform.metrics.registry);
  const deletions = createObjectDeletionStore(database);
  const sweeper = new ObjectSweeper({ store: deletions, objects, metrics, logger });
  const objectTask = new PeriodicTask({
    logger,
    failure: 'objects of removed rows could not be deleted; they are retried',
    intervalMs: SWEEP_INTERVAL_MS,
    work: (signal) => sweeper.sweep(signal),
  });
  const removed = (): void => {
    objectTask.wake();
  };
  const flows = new DeletedFlows({
    flows: createDeletedFlowStore(database),
    runs: createRunRemovalStore(database),
    metrics,
    logger,
    removed,
  });
  const flowTask = new PeriodicTask({
    logger,
    failure: 'deleted flows could not be removed; they are retried',
    intervalMs: SWEEP_INTERVAL_MS,
    work: (signal) => flows.remove(signal),
  });
  const retention = new RunRetention({
    store: createRetentionStore(database),
    settings,
    metrics,
    logger,
    now,
    removed,
  });
  const retentionTask = new PeriodicTask({
    logger,
    failure: 'runs that are not kept could not be removed; they are retried',
    intervalMs: RETENTION_INTERVAL_MS,
    work: (signal) => retention.apply(signal),
  });
  const tasks = [flowTask, retentionTask, objectTask];
  return {
    routes: [],
    wake() {
      for (const task of tasks) task.wake();
    },
    async start() {
      await deletions.reinstate();
      for (const task of tasks) task.start();
    },
    async close() {
      await Promise.all(tasks.map((task) => task.close()));
    },
  };
}
