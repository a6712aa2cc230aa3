import { restartWith, untilReady } from './component.ts';
import type { Kubernetes } from './kubernetes.ts';

const NAME = 'millrace-job-settings';
const FILE = 'jobs.json';

interface ConfigMap {
  readonly data: Readonly<Record<string, string>>;
}

/**
 * Restarts the operator with other job settings than those of the chart.
 * @param change fields of the settings
 * @returns restores the settings
 */
export async function changeJobSettings(
  kubernetes: Kubernetes,
  change: object,
): Promise<() => Promise<void>> {
  const text = await kubernetes.kubectl('get', 'configmap', NAME, '-o', 'json');
  const before = (JSON.parse(text) as ConfigMap).data[FILE] ?? '';
  await useSettings(kubernetes, JSON.stringify({ ...JSON.parse(before), ...change }));
  return () => useSettings(kubernetes, before);
}

async function useSettings(kubernetes: Kubernetes, settings: string): Promise<void> {
  const patch = JSON.stringify({ data: { [FILE]: settings } });
  await kubernetes.kubectl('patch', 'configmap', NAME, '--type=merge', `--patch=${patch}`);
  await restartWith(kubernetes, 'operator', { replicas: 1, variables: [] });
  await untilReady(kubernetes, 'operator', 1);
}
