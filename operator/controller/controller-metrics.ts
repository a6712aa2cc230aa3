import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { WorkQueueObserver } from '../../kubernetes/work-queue.ts';

// A bucket limit of a minute would hide waits of up to an hour.
export const SECONDS = [
  0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1200, 3600,
];

const RESULTS = ['success', 'error'] as const;
export type ReconcileResult = (typeof RESULTS)[number];

/** Metrics of one controller, under the names of controller-runtime. */
export interface ControllerMetrics {
  readonly queue: WorkQueueObserver;
  reconciled(result: ReconcileResult, seconds: number): void;
  /**
   * Registers the gauges of the workers.
   * @param running the age of each running reconcile in seconds, read on every scrape
   */
  workers(max: number, running: () => readonly number[]): void;
}

/** Registers the metrics of controllers. Call the result once for each controller, with its name. */
export function controllerMetrics(registry: Registry): (name: string) => ControllerMetrics {
  const queue = queueMetrics(registry);
  const reconciled = reconcileMetrics(registry);
  const workers = workerMetrics(registry);
  return (name) => ({
    queue: queue(name),
    reconciled: reconciled(name),
    workers: (max, running) => {
      workers.set(name, { max, running });
    },
  });
}

function queueMetrics(registry: Registry): (name: string) => WorkQueueObserver {
  const common = { labelNames: ['name'] as const, registers: [registry] };
  const depth = new Gauge({
    ...common,
    name: 'workqueue_depth',
    help: 'Current depth of the work queue.',
  });
  const adds = new Counter({
    ...common,
    name: 'workqueue_adds_total',
    help: 'Total number of adds handled by the work queue.',
  });
  const retries = new Counter({
    ...common,
    name: 'workqueue_retries_total',
    help: 'Total number of retries handled by the work queue.',
  });
  const waited = new Histogram({
    ...common,
    name: 'workqueue_queue_duration_seconds',
    help: 'How long in seconds an item stays in the work queue before being requested.',
    buckets: SECONDS,
  });
  const worked = new Histogram({
    ...common,
    name: 'workqueue_work_duration_seconds',
    help: 'How long in seconds processing an item from the work queue takes.',
    buckets: SECONDS,
  });
  return (name) => {
    const label = { name };
    // A series that appears only with its first event looks like a process that is down.
    depth.set(label, 0);
    for (const counter of [adds, retries]) counter.inc(label, 0);
    for (const histogram of [waited, worked]) histogram.zero(label);
    return {
      added: () => {
        adds.inc(label);
      },
      depth: (keys) => {
        depth.set(label, keys);
      },
      waited: (seconds) => {
        waited.observe(label, seconds);
      },
      worked: (seconds) => {
        worked.observe(label, seconds);
      },
      retried: () => {
        retries.inc(label);
      },
    };
  };
}

interface Workers {
  readonly max: number;
  readonly running: () => readonly number[];
}

/** @returns the workers by controller; each controller adds its own */
function workerMetrics(registry: Registry): Map<string, Workers> {
  const controllers = new Map<string, Workers>();
  const gauge = (
    name: string,
    help: string,
    label: 'name' | 'controller',
    value: (workers: Workers) => number,
  ): void => {
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [registry],
      collect() {
        for (const [controller, workers] of controllers) {
          this.set({ [label]: controller }, value(workers));
        }
      },
    });
  };
  gauge(
    'workqueue_longest_running_processor_seconds',
    'How many seconds the longest running processor of the work queue has been running.',
    'name',
    ({ running }) => Math.max(0, ...running()),
  );
  gauge(
    'workqueue_unfinished_work_seconds',
    'How many seconds of work are in progress and not yet observed by the work duration.',
    'name',
    ({ running }) => running().reduce((sum, seconds) => sum + seconds, 0),
  );
  gauge(
    'controller_runtime_active_workers',
    'Number of currently used workers per controller.',
    'controller',
    ({ running }) => running().length,
  );
  gauge(
    'controller_runtime_max_concurrent_reconciles',
    'Maximum number of concurrent reconciles per controller.',
    'controller',
    ({ max }) => max,
  );
  return controllers;
}

function reconcileMetrics(registry: Registry): (name: string) => ControllerMetrics['reconciled'] {
  const total = new Counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Total number of reconciliations per controller.',
    labelNames: ['controller', 'result'] as const,
    registers: [registry],
  });
  const errors = new Counter({
    name: 'controller_runtime_reconcile_errors_total',
    help: 'Total number of reconciliation errors per controller.',
    labelNames: ['controller'] as const,
    registers: [registry],
  });
  const time = new Histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'Length of time per reconciliation per controller.',
    labelNames: ['controller'] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  return (controller) => {
    for (const result of RESULTS) total.inc({ controller, result }, 0);
    errors.inc({ controller }, 0);
    time.zero({ controller });
    return (result, seconds) => {
      total.inc({ controller, result });
      if (result === 'error') errors.inc({ controller });
      time.observe({ controller }, seconds);
    };
  };
}
