import { runningCluster, startCluster, stopCluster, type Cluster } from '../../cluster/cluster.ts';
import { pauseImage } from '../../cluster/images.ts';
import { remainsOf } from '../../cluster/leftovers.ts';
import { installChart, loadImages, serviceUrl, type Values } from '../../cluster/release.ts';
import { sh, shAsync } from '../../cluster/shell.ts';
import { readState } from '../../cluster/state.ts';
import { failWhileUnschedulable } from '../../cluster/unschedulable.ts';
import { clusterTools, type ClusterTools } from '../../cluster/tools.ts';
import { recycleVolumes } from '../../cluster/storage.ts';
import { cacheFolder } from '../../support/cache-folder.ts';
import { count } from '../../support/test-counts.ts';
import type { Place } from './place.ts';
import type { TestCluster } from './test-cluster.ts';
import { RELEASE, TEST_VALUES } from './test-values.ts';

const NAMESPACE_PREFIX = 'millrace-e2e-';
/** More would starve each other on the one node. */
const MAX_INSTALLATIONS = 8;
const RESOURCES = ['runs', 'schedules'].map((plural) => `crd/${plural}.millrace.dev`);

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

/** The cluster that is up on this machine, else a new one, with images of the present code. */
export async function openOwnCluster(): Promise<TestCluster> {
  const tools = await clusterTools();
  if (tools === null) throw new Error('The cluster is built by Go: install Go 1.26 or newer.');
  const running = await runningCluster();
  pauseImage();
  const started = performance.now();
  const cluster = running ?? (await startCluster({ tools }));
  const startedInMs = performance.now() - started;
  try {
    removeInstallations(cluster, tools);
    const images = await loadImages(cluster);
    const install = async (index: number, values: Values): Promise<Place> => {
      count('chart-installation');
      const namespace = `${NAMESPACE_PREFIX}${index + 1}`;
      const all = [images, TEST_VALUES, REACHABLE, { crds: { enabled: index === 0 } }, values];
      await installWhilePlaced(cluster, tools, namespace, all);
      return { ...placeOf(cluster, tools, namespace), startedInMs };
    };
    return {
      maxInstallations: MAX_INSTALLATIONS,
      install: async (installations, values = {}) => {
        const first = install(0, values);
        if (installations > 1) await Promise.race([resourcesAreDefined(cluster, tools), first]);
        const others = Array.from({ length: installations - 1 }, (_, index) =>
          install(index + 1, values),
        );
        return await Promise.all([first, ...others]);
      },
      remove: async () => {
        if (running === null) await stopWithoutRemains();
        else removeInstallations(cluster, tools);
      },
    };
  } catch (error) {
    if (running === null) await stopCluster();
    throw error;
  }
}

/** Installs the chart. @throws Error that names the CPU that is missing, when pods have no place on the node */
async function installWhilePlaced(
  cluster: Cluster,
  tools: ClusterTools,
  namespace: string,
  values: readonly Values[],
): Promise<void> {
  const ended = new AbortController();
  const at = ['--kubeconfig', cluster.kubeconfig, '-n', namespace] as const;
  const pods = (): Promise<string> => shAsync(tools.kubectl, ...at, 'get', 'pods', '-o', 'json');
  const installed = installChart(cluster, tools, { name: RELEASE, namespace }, values);
  try {
    await Promise.race([installed, failWhileUnschedulable(pods, ended.signal)]);
  } finally {
    ended.abort();
    // Helm fails later, when what it waits for is removed.
    installed.catch(() => undefined);
  }
}

/** The first installation defines the resources for the others. */
async function resourcesAreDefined(
  { kubeconfig }: Cluster,
  { kubectl }: ClusterTools,
): Promise<void> {
  // One at a time: `kubectl wait --for=create` fails at once when several resources are missing.
  for (const resource of RESOURCES) {
    const wait = [kubectl, '--kubeconfig', kubeconfig, 'wait', resource] as const;
    await shAsync(...wait, '--for=create', '--timeout=60s');
    await shAsync(...wait, '--for=condition=Established', '--timeout=60s');
  }
}

/** @throws Error when the cluster leaves something behind */
async function stopWithoutRemains(): Promise<void> {
  const state = readState(cacheFolder());
  if (state === null) throw new Error('The cluster was stopped by another process');
  await stopCluster();
  const remains = remainsOf(state);
  if (remains.length > 0) throw new Error(`The cluster left behind: ${remains.join(', ')}`);
}

function placeOf(cluster: Cluster, tools: ClusterTools, namespace: string): Place {
  const url = (service: string): string => serviceUrl(cluster, tools, { namespace, service });
  return {
    kubeconfig: cluster.kubeconfig,
    namespace,
    tools: { kubectl: tools.kubectl, helm: tools.helm },
    api: url(RELEASE),
    s3: url('outside-s3'),
    postgres: url('outside-postgres'),
  };
}

/** Removes the installations of this suite, or of one that was killed before. */
function removeInstallations(cluster: Cluster, tools: ClusterTools): void {
  const at = [tools.kubectl, '--kubeconfig', cluster.kubeconfig] as const;
  const names = sh(...at, 'get', 'namespaces', '-o', 'jsonpath={.items[*].metadata.name}')
    .split(' ')
    .filter((name) => name.startsWith(NAMESPACE_PREFIX));
  if (names.length > 0) sh(...at, 'delete', 'namespace', ...names);
  recycleVolumes(cluster, tools);
}
