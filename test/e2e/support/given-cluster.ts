import { load } from 'js-yaml';
import { existsSync, readFileSync } from 'node:fs';
import type { Values } from '../../cluster/release.ts';

/** A cluster that the suite did not start. */
export interface GivenCluster {
  /** Path of a kubeconfig; its current context is the cluster. */
  readonly kubeconfig: string;
  /** Values of the chart: the images, and what else the cluster requires. */
  readonly values: Values | null;
}

/**
 * Reads which cluster the suite runs on. The suite has its own variables, since `KUBECONFIG` may name a
 * production cluster.
 * @returns null when the suite starts its own cluster
 * @throws Error when a file does not exist
 */
export function givenCluster(env: NodeJS.ProcessEnv = process.env): GivenCluster | null {
  const kubeconfig = env.MILLRACE_E2E_KUBECONFIG ?? '';
  if (kubeconfig === '') return null;
  if (!existsSync(kubeconfig))
    throw new Error(`MILLRACE_E2E_KUBECONFIG names ${kubeconfig}, which does not exist`);
  const file = env.MILLRACE_E2E_VALUES ?? '';
  return { kubeconfig, values: file === '' ? null : (load(readFileSync(file, 'utf8')) as Values) };
}
