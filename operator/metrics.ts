import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import {
  controllerMetrics,
  SECONDS,
  type ControllerMetrics,
} from './controller/controller-metrics.ts';
import type { RequestObserver } from '../kubernetes/client/kube-api.ts';
import type { ListWatchObserver } from '../kubernetes/watch/list-watch-options.ts';
import { countRuns } from './run/run-metrics.ts';
import type { ObservedRun } from './run/observe/observation.ts';

export interface OperatorMetrics {
  readonly registry: Registry;
  readonly request: RequestObserver;
  /** @param name of what it looks at, e.g. `run` */
  controller(name: string): ControllerMetrics;
  /** @param isQuiet it may bring nothing for minutes, so whether it is connected is not told */
  watch(resource: string, isQuiet?: boolean): ListWatchObserver;
  /** @param lease its name */
  leading(lease: string, isLeader: boolean): void;
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
    controller: controllerMetrics(registry),
    request: requestMetrics(registry),
    watch: watchMetrics(registry),
    leading: (name, isLeader) => {
      leader.set({ name }, isLeader ? 1 : 0);
    },
    runs: (runs) => {
      countRuns(registry, runs);
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

function watchMetrics(registry: Registry): OperatorMetrics['watch'] {
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
  const missed = new Counter({
    ...common,
    name: 'millrace_watch_missed_total',
    help: 'Objects that a periodic list found to have come or gone without a word of the watch.',
  });
  return (resource, isQuiet = false) => {
    if (!isQuiet) connected.set({ resource }, 0);
    for (const counter of [relists, restarts, missed]) counter.inc({ resource }, 0);
    return {
      connected: (isConnected) => {
        if (!isQuiet) connected.set({ resource }, isConnected ? 1 : 0);
      },
      relisted: () => {
        relists.inc({ resource });
      },
      restarted: () => {
        restarts.inc({ resource });
      },
      missed: () => {
        missed.inc({ resource });
      },
    };
  };
}
