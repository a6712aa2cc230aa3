import { KubeConfig } from '@kubernetes/client-node';
import { KubeApi } from '../../../../../kubernetes/client/kube-api.ts';
import type { Database } from '../../../../../prisma/client.ts';
import { installationId } from '../../../recover/installation-id.ts';

/** A namespace of a Kubernetes cluster. */
export interface ClusterNamespace {
  readonly api: KubeApi;
  readonly namespace: string;
}

/** The namespace in which this installation creates its resources. */
export interface Cluster extends ClusterNamespace {
  /** Id of the installation, which labels its resources. */
  readonly installation: string;
}

/**
 * Finds the cluster of KUBECONFIG, else of the user's kubeconfig, else the one whose pod this process is.
 * Sends no request.
 * @param namespace null: the pod's own, or that of the kubeconfig's context
 */
export function findCluster(namespace: string | null): ClusterNamespace {
  const config = new KubeConfig();
  config.loadFromDefault();
  const context = config.getContextObject(config.getCurrentContext());
  return { api: new KubeApi(config), namespace: namespace ?? context?.namespace ?? 'default' };
}

/** Finds the cluster, with the installation id of the database. */
export async function openCluster(namespace: string | null, database: Database): Promise<Cluster> {
  return { ...findCluster(namespace), installation: await installationId(database) };
}
