import { ADDRESSES } from './addresses.ts';
import { removeIfEmpty } from './remove-if-empty.ts';
import { sh, tryShell } from './shell.ts';

/** Names of the namespace and of the veth pair that connects it with the host. */
export const NAMESPACE = 'millrace';
const HOST_LINK = 'millrace-host';
const NODE_LINK = 'millrace-node';

/** Creates the namespace with a veth pair to the host, a loopback and IP forwarding. */
export function createNetwork(): void {
  sh('ip', 'netns', 'add', NAMESPACE);
  sh('ip', 'link', 'add', HOST_LINK, 'type', 'veth', 'peer', 'name', NODE_LINK);
  sh('ip', 'link', 'set', NODE_LINK, 'netns', NAMESPACE);
  sh('ip', 'address', 'add', `${ADDRESSES.host}/24`, 'dev', HOST_LINK);
  sh('ip', 'link', 'set', HOST_LINK, 'up');
  inside('address', 'add', `${ADDRESSES.node}/24`, 'dev', NODE_LINK);
  inside('address', 'add', `${ADDRESSES.kubernetesService}/32`, 'dev', 'lo');
  inside('link', 'set', 'lo', 'up');
  inside('link', 'set', NODE_LINK, 'up');
  inside('route', 'add', 'default', 'via', ADDRESSES.host);
  sh('nsenter', `--net=/run/netns/${NAMESPACE}`, 'sysctl', '-qw', 'net.ipv4.ip_forward=1');
}

/** Removes the namespace, and with it the veth pair and all iptables rules inside. */
export function removeNetwork(): void {
  tryShell('ip', 'netns', 'delete', NAMESPACE);
  tryShell('ip', 'link', 'delete', HOST_LINK);
  removeIfEmpty('/run/netns');
}

function inside(...args: readonly string[]): void {
  sh('ip', '-n', NAMESPACE, ...args);
}
