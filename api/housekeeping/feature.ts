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
import { CacheEviction } from './cache/cache-eviction.ts';
import { purgeExpiredDatasets } from '../domain/datasets/dataset-retention.ts';
import { createDatasetStore } from '../domain/datasets/store.ts';
import { purgedOf } from '../domain/datasets/purged-datasets.ts';

export interface HousekeepingFeature extends Feature {
  /** Starts the next pass now: call it after a deletion or a changed retention setting. */
  readonly wake: () => void;
}

/** For retries and the work of other replicas; this process wakes the tasks itself. */
const SWEEP_INTERVAL_MS = 30_000;

/** Runs, deleted datasets and cache entries reach their age at any time. */
const RETENTION_INTERVAL_MS = 600_000;
const MIB = 2 ** 20;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The background tasks of every replica: they remove the rows of deleted flows, runs and deleted datasets beyond the
 * retention settings, the stored objects of removed rows, and cache entries beyond the limits.
 */
export function createHousekeepingFeature(platform: Platform): HousekeepingFeature {
  const { config, database, objects, settings, logger, now } = platform;
  const metrics = new HousekeepingMetrics(platform.metrics.registry);
  const deletions = createObjectDeletionStore(database);
  const sweeper = new ObjectSweeper({ store: deletions, objects, metrics, logger });
  const objectTask = new PeriodicTask({
    logger,
    failure: 'could not sweep the objects of removed rows: the next pass retries it',
    intervalMs: SWEEP_INTERVAL_MS,
    work: (signal) => sweeper.sweep(signal),
  });
  const onRemoved = (): void => {
    objectTask.wake();
  };
  const flows = new DeletedFlows({
    flows: createDeletedFlowStore(database),
    runs: createRunRemovalStore(database),
    metrics,
    logger,
    onRemoved,
  });
  const flowTask = new PeriodicTask({
    logger,
    failure: 'could not list the deleted flows: the next pass retries it',
    intervalMs: SWEEP_INTERVAL_MS,
    work: (signal) => flows.remove(signal),
  });
  const retention = new RunRetention({
    store: createRetentionStore(database),
    settings,
    metrics,
    logger,
    now,
    onRemoved,
  });
  const retentionTask = new PeriodicTask({
    logger,
    failure: 'could not apply the retention of runs: the next pass retries it',
    intervalMs: RETENTION_INTERVAL_MS,
    work: (signal) => retention.apply(signal),
  });
  const eviction = new CacheEviction({
    objects,
    purgedOf: (ids) => purgedOf(database, ids),
    limits: { maxBytes: config.cacheMaxMb * MIB, maxAgeMs: config.cacheMaxAgeDays * DAY_MS },
    metrics,
    logger,
    now,
  });
  const cacheTask = new PeriodicTask({
    logger,
    failure: 'could not evict cache entries: the next pass retries it',
    intervalMs: RETENTION_INTERVAL_MS,
    work: (signal) => eviction.apply(signal),
  });
  const datasets = createDatasetStore(database);
  const datasetTask = new PeriodicTask({
    logger,
    failure: 'could not apply the retention of deleted datasets: the next pass retries it',
    intervalMs: RETENTION_INTERVAL_MS,
    work: async () => {
      if ((await purgeExpiredDatasets(datasets, settings)) > 0) onRemoved();
    },
  });
  const tasks = [flowTask, retentionTask, datasetTask, objectTask, cacheTask];
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
