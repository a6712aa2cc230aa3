import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ListWatchObserver } from '../../../../kubernetes/watch/list-watch-options.ts';

// Up to an hour: what waits that long must not look like a minute.
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1200, 3600];

export interface KubernetesMetrics {
  /** @param seconds from the stored run to its Run resource */
  dispatched(seconds: number): void;
  /** @param seconds from the moment that the end was seen to its commit */
  recorded(seconds: number): void;
  readonly watch: ListWatchObserver;
}

/**
 * How long runs take on their way into the cluster and back, and whether the way is open.
 * @param onRestart told why a watch ended by an error
 */
export function createKubernetesMetrics(
  registry: Registry,
  onRestart: (reason: string) => void,
): KubernetesMetrics {
  const registers = [registry];
  const dispatched = new Histogram({
    name: 'millrace_run_dispatch_seconds',
    help: 'Time from a stored run to its Run resource.',
    buckets: SECONDS,
    registers,
  });
  const recorded = new Histogram({
    name: 'millrace_run_record_seconds',
    help: 'Time from the moment that the end of a Run was seen to its record in the database.',
    buckets: SECONDS,
    registers,
  });
  const connected = new Gauge({
    name: 'millrace_run_watch_connected',
    help: 'Whether the watch on Runs has brought something since it began.',
    registers,
  });
  const relists = new Counter({
    name: 'millrace_run_watch_relists_total',
    help: 'Times that every Run was listed.',
    registers,
  });
  const missed = new Counter({
    name: 'millrace_run_watch_missed_total',
    help: 'Runs that a periodic list found to have come or gone without a word of the watch.',
    registers,
  });
  return {
    dispatched: (seconds) => {
      dispatched.observe(seconds);
    },
    recorded: (seconds) => {
      recorded.observe(seconds);
    },
    watch: {
      connected: (isConnected) => {
        connected.set(isConnected ? 1 : 0);
      },
      relisted: () => {
        relists.inc();
      },
      restarted: onRestart,
      missed: () => {
        missed.inc();
      },
    },
  };
}
