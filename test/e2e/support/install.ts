import { runningCluster, startCluster, stopCluster, type Cluster } from '../../cluster/cluster.ts';
import { installChart, loadImages, serviceUrl, type Values } from '../../cluster/release.ts';
import { sh } from '../../cluster/shell.ts';
import { clusterTools, type ClusterTools } from '../../cluster/tools.ts';
import { EDITOR_ORIGIN, WEBHOOK_SECRET } from '../../support/contract-app.ts';

const NAMESPACE = 'millrace-e2e';
export const RELEASE = 'millrace';

/** Where the installation under test is. */
export interface Place {
  readonly kubeconfig: string;
  /** Of the cluster's processes; the faults that end them need it. */
  readonly folder: string;
  readonly namespace: string;
  readonly tools: Pick<ClusterTools, 'kubectl' | 'helm'>;
  readonly api: string;
  readonly s3: string;
  readonly postgres: string;
}

/** Small runs on a small machine. */
const VALUES: Values = {
  evaluation: { enabled: true },
  service: { type: 'NodePort' },
  webhook: { secret: WEBHOOK_SECRET },
  config: { corsOrigins: [EDITOR_ORIGIN] },
  api: { replicas: 2, resources: { requests: { cpu: '50m', memory: '256Mi' } } },
  operator: { replicas: 1 },
  runner: {
    resources: { cpu: '100m', memory: '512Mi' },
    terminationGracePeriodSeconds: 5,
  },
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
export async function installForTests(
  more: Values = {},
): Promise<{ at: Place; remove(): Promise<void> }> {
  const tools = await clusterTools();
  if (tools === null) throw new Error('The cluster is built by Go: install Go 1.25 or newer.');
  const before = await runningCluster();
  const cluster = before ?? (await startCluster({ tools }));
  const remove = async (): Promise<void> => {
    if (before === null) await stopCluster();
    else removeNamespace(cluster, tools);
  };
  try {
    removeNamespace(cluster, tools);
    const images = await loadImages(cluster);
    const release = { name: RELEASE, namespace: NAMESPACE };
    installChart(cluster, tools, release, [images, VALUES, more]);
    return { at: placeOf(cluster, tools), remove };
  } catch (error) {
    if (before === null) await stopCluster();
    throw error;
  }
}

function placeOf(cluster: Cluster, tools: ClusterTools): Place {
  const url = (service: string): string =>
    serviceUrl(cluster, tools, { namespace: NAMESPACE, service });
  return {
    kubeconfig: cluster.kubeconfig,
    folder: cluster.folder,
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
