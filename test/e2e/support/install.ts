import { runningCluster, startCluster, stopCluster, type Cluster } from '../../cluster/cluster.ts';
import { pauseImage } from '../../cluster/images.ts';
import { remainsOf } from '../../cluster/leftovers.ts';
import { installChart, loadImages, serviceUrl, type Values } from '../../cluster/release.ts';
import { sh } from '../../cluster/shell.ts';
import { readState } from '../../cluster/state.ts';
import { clusterTools, type ClusterTools } from '../../cluster/tools.ts';
import { cacheFolder } from '../../support/cache-folder.ts';
import type { Place } from './place.ts';
import { RELEASE, TEST_VALUES } from './test-values.ts';

const NAMESPACE = 'millrace-e2e';

export interface Installed {
  readonly at: Place;
  remove(): Promise<void>;
}

/** This machine reaches the cluster's node. */
const REACHABLE: Values = {
  service: { type: 'NodePort' },
  extraObjects: [nodePort('postgres', 5432), nodePort('s3', 7070)],
};

function nodePort(component: string, port: number): object {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: `outside-${component}` },
    spec: {
      type: 'NodePort',
      selector: {
        'app.kubernetes.io/instance': RELEASE,
        'app.kubernetes.io/component': component,
      },
      ports: [{ port }],
    },
  };
}

/**
 * Installs the chart with images of the present code, in the cluster that is up or in one of its own.
 * @param more values of the chart that outrank those of the tests
 */
export async function installForTests(more: Values = {}): Promise<Installed> {
  const tools = await clusterTools();
  if (tools === null) throw new Error('The cluster is built by Go: install Go 1.26 or newer.');
  const before = await runningCluster();
  pauseImage();
  const started = performance.now();
  const cluster = before ?? (await startCluster({ tools }));
  const startedInMs = performance.now() - started;
  const remove = async (): Promise<void> => {
    if (before === null) await endWhole();
    else removeNamespace(cluster, tools);
  };
  try {
    removeNamespace(cluster, tools);
    const images = await loadImages(cluster);
    const release = { name: RELEASE, namespace: NAMESPACE };
    installChart(cluster, tools, release, [images, TEST_VALUES, REACHABLE, more]);
    return { at: { ...placeOf(cluster, tools), startedInMs }, remove };
  } catch (error) {
    if (before === null) await stopCluster();
    throw error;
  }
}

/** @throws Error when it has left something behind */
async function endWhole(): Promise<void> {
  const state = readState(cacheFolder());
  if (state === null) throw new Error('There is no cluster any more');
  await stopCluster();
  const left = remainsOf(state);
  if (left.length > 0) throw new Error(`The cluster has left behind: ${left.join(', ')}`);
}

function placeOf(cluster: Cluster, tools: ClusterTools): Place {
  const url = (service: string): string =>
    serviceUrl(cluster, tools, { namespace: NAMESPACE, service });
  return {
    kubeconfig: cluster.kubeconfig,
    namespace: NAMESPACE,
    tools: { kubectl: tools.kubectl, helm: tools.helm },
    api: url(RELEASE),
    s3: url('outside-s3'),
    postgres: url('outside-postgres'),
  };
}

function removeNamespace({ kubeconfig }: Cluster, { kubectl }: ClusterTools): void {
  sh(kubectl, '--kubeconfig', kubeconfig, 'delete', 'namespace', NAMESPACE, '--ignore-not-found');
}
