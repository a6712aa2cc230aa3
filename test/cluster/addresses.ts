/** Addresses of the one-node cluster, which has a network namespace of its own. */
export const ADDRESSES = {
  /** The host's end of the veth pair; the namespace's default gateway. */
  host: '10.77.0.1',
  /** The node: API server, kubelet, cluster DNS. */
  node: '10.77.0.2',
  nodePrefix: '10.77.0.0/24',
  /** The Service `kubernetes`. */
  kubernetesService: '10.96.0.1',
  services: '10.96.0.0/24',
  pods: '10.78.0.0/24',
} as const;

export const API_SERVER = `https://${ADDRESSES.node}:6443`;
export const NODE_NAME = 'node-a';
