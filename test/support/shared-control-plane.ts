import { KubeConfig } from '@kubernetes/client-node';
import { KubeApi } from '../../kubernetes/client/kube-api.ts';
import { startControlPlane, type ControlPlane } from './control-plane.ts';
import { requestSharedServer, type SharedServer } from './shared-servers.ts';

const NOT_BUILT = '';

/** @returns its address is the path of a kubeconfig; empty when there is no Go to build the programs */
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
 * Connects to the control plane that the files of this Jest run share, each with namespaces of its
 * own: a real API server with our resources, without nodes and without controllers. `stop` closes the
 * connections only. A file that changes resource definitions or needs controllers starts a control
 * plane of its own with `startControlPlane`.
 * @returns null when the programs are not built and there is no Go to build them
 */
export async function sharedControlPlane(): Promise<ControlPlane | null> {
  const kubeconfig = await requestSharedServer('control-plane');
  if (kubeconfig === NOT_BUILT) return null;
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromFile(kubeconfig);
  const api = new KubeApi(kubeConfig);
  return { kubeConfig, kubeconfig, api, stop: () => api.close() };
}

/** The same for a file that runs only where the programs are. @throws Error when they are not built */
export async function requireSharedControlPlane(): Promise<ControlPlane> {
  const plane = await sharedControlPlane();
  if (plane === null) throw new Error('The API server is built by Go: install Go 1.26 or newer.');
  return plane;
}
