import { load } from 'js-yaml';
import { existsSync, readFileSync } from 'node:fs';
import type { Values } from '../../cluster/release.ts';

/** A cluster that is not the suite's own. */
export interface GivenCluster {
  /** Path of a kubeconfig; its current context is the cluster. */
  readonly kubeconfig: string;
  /** Of the chart: the images, and what else the cluster asks for. */
  readonly values: Values | null;
}

/**
 * The cluster that the suite was told to run on, by variables of its own: a `KUBECONFIG` that
 * happens to be there may be somebody's production.
 * @returns null when it is to have its own
 * @throws Error when a file is not there
 */
export function givenCluster(env: NodeJS.ProcessEnv = process.env): GivenCluster | null {
  const kubeconfig = env.MILLRACE_E2E_KUBECONFIG ?? '';
  if (kubeconfig === '') return null;
  if (!existsSync(kubeconfig)) throw new Error(`There is no file ${kubeconfig}`);
  const file = env.MILLRACE_E2E_VALUES ?? '';
  return { kubeconfig, values: file === '' ? null : (load(readFileSync(file, 'utf8')) as Values) };
}
