import { podsOf } from './component.ts';
import type { Kubernetes, Pod } from './kubernetes.ts';

const WATCHERS = [
  { component: 'operator', port: 8080, metric: 'millrace_watch_relists_total{resource="runs"}' },
  { component: 'api', port: 9090, metric: 'millrace_run_watch_relists_total' },
] as const;

/** A pod that watches Runs. */
export interface Watcher {
  readonly pod: Pod;
  readonly component: 'operator' | 'api';
  /** Reads from its metrics how often it listed all Runs. */
  relists(): Promise<number>;
}

/** The pods of operator and API. */
export async function runWatchers(kubernetes: Kubernetes): Promise<readonly Watcher[]> {
  const all = WATCHERS.map(async ({ component, port, metric }) => {
    const pods = await podsOf(kubernetes, component);
    return pods.map((pod) => ({
      pod,
      component,
      relists: async () => valueOf(metric, await kubernetes.ask(pod, port, 'metrics')),
    }));
  });
  return (await Promise.all(all)).flat();
}

function valueOf(metric: string, metrics: string): number {
  const line = metrics.split('\n').find((one) => one.startsWith(`${metric} `));
  return Number(line?.slice(metric.length));
}
