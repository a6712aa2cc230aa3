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
  /** @param name of the controller, e.g. `run` */
  controller(name: string): ControllerMetrics;
  /** @param isQuiet true for a watch that may be silent for minutes: `millrace_watch_connected` leaves it out */
  watch(resource: string, isQuiet?: boolean): ListWatchObserver;
  leading(leaseName: string, isLeader: boolean): void;
  /** @param runs all cached Runs, read on every scrape */
  runs(runs: () => Iterable<ObservedRun>): void;
}

/** Creates the registry. Names are those of controller-runtime, so its dashboards work. */
export function createOperatorMetrics(): OperatorMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const leader = new Gauge({
    name: 'leader_election_master_status',
    help: 'Whether this process is the leader (1) or not (0).',
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
    help: 'Number of HTTP requests to the API server by status code and method; code 0: no response.',
    labelNames: ['code', 'method'] as const,
    registers: [registry],
  });
  const duration = new Histogram({
    name: 'rest_client_request_duration_seconds',
    help: 'Request latency in seconds, up to the response headers.',
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
    help: 'Whether the watch has received data since it was opened.',
  });
  const relists = new Counter({
    ...common,
    name: 'millrace_watch_relists_total',
    help: 'Total number of full lists.',
  });
  const restarts = new Counter({
    ...common,
    name: 'millrace_watch_restarts_total',
    help: 'Total number of watches that ended with an error.',
  });
  const missed = new Counter({
    ...common,
    name: 'millrace_watch_missed_total',
    help: 'Total number of objects that a periodic list found and the watch had missed.',
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
