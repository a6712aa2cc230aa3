import type { Values } from '../../cluster/release.ts';
import { givenCluster } from './given-cluster.ts';
import { openGivenCluster } from './open-given-cluster.ts';
import { openOwnCluster } from './open-own-cluster.ts';
import type { Place } from './place.ts';

/** A cluster whose nodes have the images of the present code. */
export interface TestCluster {
  /** How many installations the cluster can hold at a time. */
  readonly maxInstallations: number;
  /**
   * Installs the chart once or several times in parallel, each time in a namespace of its own.
   * @param values values of the chart that override those of the tests
   */
  install(count: number, values?: Values): Promise<readonly Place[]>;
  /** Removes the installations, and the cluster when this process started it. */
  remove(): Promise<void>;
}

/** The cluster that MILLRACE_E2E_KUBECONFIG names, else one on this machine. */
export async function openTestCluster(): Promise<TestCluster> {
  const given = givenCluster();
  return given === null ? await openOwnCluster() : openGivenCluster(given);
}
