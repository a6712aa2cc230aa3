import { readFileSync } from 'node:fs';
import path from 'node:path';
import { load } from 'js-yaml';
import type { Registry } from 'prom-client';
import { createKubernetesMetrics } from '../../api/execution/executors/kubernetes/kubernetes-metrics.ts';
import { createMetrics } from '../../api/metrics.ts';
import { RunMetrics } from '../../api/execution/supervise/run-metrics.ts';
import { createTriggerMetrics } from '../../api/execution/schedules/trigger-metrics.ts';
import { createOperatorMetrics } from '../../operator/metrics.ts';
import { CHART } from './render.ts';

const FILES = path.join(CHART, 'files', 'monitoring');
/** Series that Prometheus adds to a scrape. */
const OF_PROMETHEUS = ['up'];

/** Returns every series of the API and the operator. */
async function seriesNames(): Promise<ReadonlySet<string>> {
  const { registry: api } = createMetrics();
  new RunMetrics(api, () => ({ waiting: 0, running: 0 }));
  createKubernetesMetrics(api, () => undefined);
  createTriggerMetrics(api);
  const operator = createOperatorMetrics();
  operator.runs(() => []);
  const names = await Promise.all([api, operator.registry].map(namesIn));
  return new Set([...OF_PROMETHEUS, ...names.flat()]);
}

async function namesIn(registry: Registry): Promise<readonly string[]> {
  const metrics = await registry.getMetricsAsJSON();
  return metrics.flatMap(({ name }) => [
    name,
    ...['bucket', 'sum', 'count'].map((it) => `${name}_${it}`),
  ]);
}

/** Returns the names of series in an expression: before a selector, or alone in brackets. */
function namesOf(expression: string): string[] {
  return [...expression.matchAll(/\b([a-z][a-z0-9_]*)\{/g)].flatMap(([, name]) => name ?? []);
}

function alerts(file: string): readonly { readonly alert: string; readonly expr: string }[] {
  return load(readFileSync(path.join(FILES, file), 'utf8')) as { alert: string; expr: string }[];
}

const dashboard = JSON.parse(readFileSync(path.join(FILES, 'dashboard.json'), 'utf8')) as {
  readonly panels: readonly {
    readonly title: string;
    readonly targets: readonly { readonly expr: string }[];
  }[];
};

const EXPRESSIONS = [
  ...['alerts.yaml', 'alerts-kubernetes.yaml']
    .flatMap(alerts)
    .map(({ alert, expr }) => [`alert ${alert}`, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }) => [`panel ${title}`, expr] as const),
  ),
];

describe('the Prometheus expressions of the chart', () => {
  it.each(EXPRESSIONS)('use existing series: %s', async (_name, expression) => {
    const names = namesOf(expression);
    expect(names).not.toEqual([]);
    const known = await seriesNames();
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});
