import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { RequestObserver } from './kube/kube-api.ts';
import type { ListWatchObserver } from './kube/list-watch-options.ts';
import type { WorkQueueObserver } from './kube/work-queue.ts';
import { countRuns } from './run/count-runs.ts';
import type { ObservedRun } from './run/observed.ts';

const CONTROLLER = 'run';
// Up to an hour: what waits that long must not look like a minute.
const SECONDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1200, 3600];

export interface OperatorMetrics {
  readonly registry: Registry;
  readonly queue: WorkQueueObserver;
  readonly request: RequestObserver;
  watch(resource: string): ListWatchObserver;
  reconciled(result: 'success' | 'error', seconds: number): void;
  /** @param lease its name */
  leading(lease: string, isLeader: boolean): void;
  /** @param underWay for how many seconds each work has been under way, asked when metrics are read */
  workers(most: number, underWay: () => readonly number[]): void;
  /** @param runs all Runs that are known, asked likewise */
  runs(runs: () => Iterable<ObservedRun>): void;
}

/** Metrics under the names that controllers written with controller-runtime use, so that their dashboards fit. */
export function createOperatorMetrics(): OperatorMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const leader = new Gauge({
    name: 'leader_election_master_status',
    help: 'Whether this process leads.',
    labelNames: ['name'] as const,
    registers: [registry],
  });
  return {
    registry,
    queue: queueMetrics(registry),
    request: requestMetrics(registry),
    watch: watchMetrics(registry),
    reconciled: reconcileMetrics(registry),
    leading: (name, isLeader) => {
      leader.set({ name }, isLeader ? 1 : 0);
    },
    workers: (most, underWay) => {
      workerMetrics(registry, most, underWay);
    },
    runs: (runs) => {
      countRuns(registry, runs);
    },
  };
}

function queueMetrics(registry: Registry): WorkQueueObserver {
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
  const label = { name: CONTROLLER };
  // A series that is not there until something happens looks like a process that is not there.
  depth.set(label, 0);
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
}

function requestMetrics(registry: Registry): RequestObserver {
  const requests = new Counter({
    name: 'rest_client_requests_total',
    help: 'Requests to the API server; code 0 means that no answer came.',
    labelNames: ['code', 'method'] as const,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'rest_client_request_duration_seconds',
    help: 'Time until the head of the answer.',
    labelNames: ['verb'] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  return ({ verb, code, seconds }) => {
    requests.inc({ code: String(code), method: verb });
    duration.observe({ verb }, seconds);
  };
}

function watchMetrics(registry: Registry): (resource: string) => ListWatchObserver {
  const common = { labelNames: ['resource'] as const, registers: [registry] };
  const connected = new Gauge({
    ...common,
    name: 'millrace_watch_connected',
    help: 'Whether a watch has brought something since it began.',
  });
  const relists = new Counter({
    ...common,
    name: 'millrace_watch_relists_total',
    help: 'Times that everything was listed.',
  });
  const restarts = new Counter({
    ...common,
    name: 'millrace_watch_restarts_total',
    help: 'Watches that ended by an error.',
  });
  return (resource) => ({
    connected: (isConnected) => {
      connected.set({ resource }, isConnected ? 1 : 0);
    },
    relisted: () => {
      relists.inc({ resource });
    },
    restarted: () => {
      restarts.inc({ resource });
    },
  });
}

function workerMetrics(registry: Registry, most: number, underWay: () => readonly number[]): void {
  const gauge = (
    name: string,
    help: string,
    labels: Record<string, string>,
    value: () => number,
  ): void => {
    new Gauge({
      name,
      help,
      labelNames: Object.keys(labels),
      registers: [registry],
      collect() {
        this.set(labels, value());
      },
    });
  };
  const queue = { name: CONTROLLER };
  const controller = { controller: CONTROLLER };
  gauge('workqueue_longest_running_processor_seconds', 'Age of the oldest work.', queue, () =>
    Math.max(0, ...underWay()),
  );
  gauge('workqueue_unfinished_work_seconds', 'Ages of all work together.', queue, () =>
    underWay().reduce((sum, seconds) => sum + seconds, 0),
  );
  gauge(
    'controller_runtime_active_workers',
    'Work under way.',
    controller,
    () => underWay().length,
  );
  gauge(
    'controller_runtime_max_concurrent_reconciles',
    'Most work that can be under way at once.',
    controller,
    () => most,
  );
}

function reconcileMetrics(registry: Registry): OperatorMetrics['reconciled'] {
  const total = new Counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Looks at a Run.',
    labelNames: ['controller', 'result'] as const,
    registers: [registry],
  });
  const errors = new Counter({
    name: 'controller_runtime_reconcile_errors_total',
    help: 'Looks at a Run that failed and are repeated.',
    labelNames: ['controller'] as const,
    registers: [registry],
  });
  const time = new Histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'Time of a look at a Run.',
    labelNames: ['controller'] as const,
    buckets: SECONDS,
    registers: [registry],
  });
  return (result, seconds) => {
    total.inc({ controller: CONTROLLER, result });
    if (result === 'error') errors.inc({ controller: CONTROLLER });
    time.observe({ controller: CONTROLLER }, seconds);
  };
}
