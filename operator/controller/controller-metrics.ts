import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { WorkQueueObserver } from '../../kubernetes/work-queue.ts';

// Up to an hour: what waits that long must not look like a minute.
export const SECONDS = [
  0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1200, 3600,
];

const RESULTS = ['success', 'error'] as const;
export type ReconcileResult = (typeof RESULTS)[number];

/** What one controller tells of itself. */
export interface ControllerMetrics {
  readonly queue: WorkQueueObserver;
  reconciled(result: ReconcileResult, seconds: number): void;
  /** @param underWay for how many seconds each work has been under way, asked when metrics are read */
  workers(most: number, underWay: () => readonly number[]): void;
}

/** Metrics of controllers, by their name. */
export function controllerMetrics(registry: Registry): (name: string) => ControllerMetrics {
  const queue = queueMetrics(registry);
  const reconciled = reconcileMetrics(registry);
  const workers = workerMetrics(registry);
  return (name) => ({
    queue: queue(name),
    reconciled: reconciled(name),
    workers: (most, underWay) => {
      workers.set(name, { most, underWay });
    },
  });
}

function queueMetrics(registry: Registry): (name: string) => WorkQueueObserver {
  const common = { labelNames: ['name'] as const, registers: [registry] };
  const depth = new Gauge({
    ...common,
    name: 'workqueue_depth',
    help: 'Keys that wait.',
  });
  const adds = new Counter({ ...common, name: 'workqueue_adds_total', help: 'Keys added.' });
  const retries = new Counter({
    ...common,
    name: 'workqueue_retries_total',
    help: 'Keys added again after a failure.',
  });
  const waited = new Histogram({
    ...common,
    name: 'workqueue_queue_duration_seconds',
    help: 'Time a key waited.',
    buckets: SECONDS,
  });
  const worked = new Histogram({
    ...common,
    name: 'workqueue_work_duration_seconds',
    help: 'Time a key was worked on.',
    buckets: SECONDS,
  });
  return (name) => {
    const label = { name };
    // A series that is not there until something happens looks like a process that is not there.
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
  readonly most: number;
  readonly underWay: () => readonly number[];
}

/** @returns the controllers, to which each adds itself */
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
    'Age of the oldest work.',
    'name',
    ({ underWay }) => Math.max(0, ...underWay()),
  );
  gauge('workqueue_unfinished_work_seconds', 'Ages of all work together.', 'name', ({ underWay }) =>
    underWay().reduce((sum, seconds) => sum + seconds, 0),
  );
  gauge(
    'controller_runtime_active_workers',
    'Work under way.',
    'controller',
    ({ underWay }) => underWay().length,
  );
  gauge(
    'controller_runtime_max_concurrent_reconciles',
    'Most work that can be under way at once.',
    'controller',
    ({ most }) => most,
  );
  return controllers;
}

function reconcileMetrics(registry: Registry): (name: string) => ControllerMetrics['reconciled'] {
  const total = new Counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Looks at an object.',
    labelNames: ['controller', 'result'] as const,
    registers: [registry],
  });
  const errors = new Counter({
    name: 'controller_runtime_reconcile_errors_total',
    help: 'Looks at an object that failed and are repeated.',
    labelNames: ['controller'] as const,
    registers: [registry],
  });
  const time = new Histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'Time of a look at an object.',
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
