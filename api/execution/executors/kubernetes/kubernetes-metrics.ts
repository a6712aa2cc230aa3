import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ListWatchObserver } from '../../../../kubernetes/watch/list-watch-options.ts';

// A bucket limit of a minute would hide waits of up to an hour.
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1200, 3600];

export interface KubernetesMetrics {
  /** @param seconds from the stored run to its Run resource */
  dispatched(seconds: number): void;
  /** @param seconds from the observed end to its commit */
  recorded(seconds: number): void;
  readonly watch: ListWatchObserver;
}

/**
 * Registers the metrics of dispatch, of recording and of the watch of Runs.
 * @param onRestart called with the error of a watch that restarts
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
    help: 'Time from the observed end of a Run to its record in the database.',
    buckets: SECONDS,
    registers,
  });
  const connected = new Gauge({
    name: 'millrace_run_watch_connected',
    help: 'Whether the watch of Runs has received data since it was opened.',
    registers,
  });
  const relists = new Counter({
    name: 'millrace_run_watch_relists_total',
    help: 'Total number of full lists of Runs.',
    registers,
  });
  const missed = new Counter({
    name: 'millrace_run_watch_missed_total',
    help: 'Total number of Runs that a periodic list found and the watch had missed.',
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
