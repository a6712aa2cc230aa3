import { KubeConfig } from '@kubernetes/client-node';
import { KubeApi } from '../../../../../kubernetes/client/kube-api.ts';
import type { Database } from '../../../../../prisma/client.ts';
import { installationId } from '../../../recover/installation-id.ts';

/** A namespace of a Kubernetes cluster: where runs are made. */
export interface ClusterNamespace {
  readonly api: KubeApi;
  readonly namespace: string;
}

/** A Kubernetes cluster, and the place in it where runs are made. */
export interface Cluster extends ClusterNamespace {
  /** Whose resources those of this service are. */
  readonly installation: string;
}

/**
 * The cluster of KUBECONFIG, else of the user's kubeconfig, else the one this process runs in as a pod.
 * Nothing is asked of it yet.
 * @param namespace null: the pod's own, or that of the kubeconfig's context
 */
export function findCluster(namespace: string | null): ClusterNamespace {
  const config = new KubeConfig();
  config.loadFromDefault();
  const context = config.getContextObject(config.getCurrentContext());
  return { api: new KubeApi(config), namespace: namespace ?? context?.namespace ?? 'default' };
}

/** The same, as the installation that the database belongs to. */
export async function openCluster(namespace: string | null, database: Database): Promise<Cluster> {
  return { ...findCluster(namespace), installation: await installationId(database) };
}
