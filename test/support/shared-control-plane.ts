import { KubeConfig } from '@kubernetes/client-node';
import { KubeApi } from '../../kubernetes/client/kube-api.ts';
import { startControlPlane, type ControlPlane } from './control-plane.ts';
import { requestSharedServer, type SharedServer } from './shared-servers.ts';

const NOT_BUILT = '';

/** @returns the address is the path of a kubeconfig; empty when Go is not installed */
export async function startSharedControlPlane(): Promise<SharedServer> {
  const plane = await startControlPlane();
  return {
    address: plane?.kubeconfig ?? NOT_BUILT,
    stop: async () => {
      await plane?.stop();
    },
  };
}

/**
 * Connects to the shared control plane of this Jest run, an API server with Millrace's resources but no
 * nodes and no controllers. Each file uses its own namespaces. `stop` closes the
 * connections only. A file that changes resource definitions or needs controllers starts a control
 * plane of its own with `startControlPlane`.
 * @returns null when the programs are not built and Go is not installed
 */
export async function sharedControlPlane(): Promise<ControlPlane | null> {
  const kubeconfig = await requestSharedServer('control-plane');
  if (kubeconfig === NOT_BUILT) return null;
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromFile(kubeconfig);
  const api = new KubeApi(kubeConfig);
  return { kubeConfig, kubeconfig, api, stop: () => api.close() };
}

/** Like `sharedControlPlane`, for a file that requires it. @throws Error when the programs are not built */
export async function requireSharedControlPlane(): Promise<ControlPlane> {
  const plane = await sharedControlPlane();
  if (plane === null) throw new Error('The API server is built by Go: install Go 1.26 or newer.');
  return plane;
}
