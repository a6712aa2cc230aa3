import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ADDRESSES, NODE_NAME } from './addresses.ts';
import { startDaemon, until } from './daemon.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import type { Pki } from './pki.ts';
import type { ClusterTools } from './tools.ts';

/** Name of the image of pod sandboxes in containerd. */
export const PAUSE_IMAGE = 'localhost/pause:1';

export interface NodeOptions {
  readonly folder: string;
  readonly pki: Pki;
  readonly tools: ClusterTools;
  readonly adminKubeconfig: string;
}

/** Path of the socket of a cluster's containerd. */
export function containerdSocket(folder: string): string {
  return path.join(folder, 'containerd.sock');
}

/** Starts containerd and waits for its socket. @returns the socket */
export async function startContainerd(folder: string): Promise<string> {
  const socket = containerdSocket(folder);
  writeFileSync(path.join(folder, 'containerd.toml'), containerdConfig(folder, socket));
  const cni = path.join(folder, 'cni');
  mkdirSync(cni, { recursive: true });
  writeFileSync(path.join(cni, '10-millrace.conflist'), JSON.stringify(CNI, null, 2));
  const daemon = startDaemon(folder, 'containerd', [
    'containerd',
    '--config',
    path.join(folder, 'containerd.toml'),
  ]);
  await until('containerd to listen', () => existsSync(socket), { daemon });
  return socket;
}

/** Starts the kubelet, kube-proxy and the cluster's DNS. */
export function startNode(options: NodeOptions, socket: string): void {
  startKubelet(options, socket);
  startProxy(options);
  startDns(options);
}

function startKubelet({ folder, pki, tools }: NodeOptions, socket: string): void {
  const kubeconfig = writeKubeconfig(path.join(folder, 'kubelet.kubeconfig'), pki, pki.node);
  const root = path.join(folder, 'kubelet');
  const configuration = path.join(folder, 'kubelet.json');
  writeFileSync(configuration, JSON.stringify(kubeletConfig(pki, socket, folder), null, 2));
  startDaemon(folder, 'kubelet', [
    tools.kubelet,
    `--config=${configuration}`,
    `--kubeconfig=${kubeconfig}`,
    `--hostname-override=${NODE_NAME}`,
    `--node-ip=${ADDRESSES.node}`,
    `--root-dir=${root}`,
    `--cert-dir=${path.join(folder, 'kubelet-certificates')}`,
  ]);
}

function startProxy({ folder, tools, adminKubeconfig }: NodeOptions): void {
  const configuration = path.join(folder, 'proxy.json');
  writeFileSync(
    configuration,
    JSON.stringify({
      apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
      kind: 'KubeProxyConfiguration',
      mode: 'iptables',
      clusterCIDR: ADDRESSES.pods,
      hostnameOverride: NODE_NAME,
      clientConnection: { kubeconfig: adminKubeconfig },
      iptables: { minSyncPeriod: '0s', syncPeriod: '30s' },
      // These kernel settings are read-only inside a network namespace.
      conntrack: { maxPerCore: 0, tcpEstablishedTimeout: '0s', tcpCloseWaitTimeout: '0s' },
    }),
  );
  startDaemon(folder, 'kube-proxy', [tools.proxy, `--config=${configuration}`]);
}

function startDns({ folder, tools, adminKubeconfig }: NodeOptions): void {
  const corefile = path.join(folder, 'Corefile');
  writeFileSync(
    corefile,
    `.:53 {
  bind ${ADDRESSES.node}
  errors
  kubernetes cluster.local {
    kubeconfig ${adminKubeconfig} millrace
  }
  cache 5
}
`,
  );
  startDaemon(folder, 'coredns', [tools.dns, '-conf', corefile]);
}

function kubeletConfig(pki: Pki, socket: string, folder: string): object {
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    containerRuntimeEndpoint: `unix://${socket}`,
    cgroupDriver: 'cgroupfs',
    podLogsDir: path.join(folder, 'pod-logs'),
    failCgroupV1: false,
    failSwapOn: false,
    authentication: {
      anonymous: { enabled: false },
      webhook: { enabled: true },
      x509: { clientCAFile: pki.ca.certificate },
    },
    authorization: { mode: 'Webhook' },
    readOnlyPort: 0,
    // The machine's disk may be nearly full, and the cluster must not evict pods or images because of it.
    evictionHard: {
      'memory.available': '0%',
      'nodefs.available': '0%',
      'nodefs.inodesFree': '0%',
      'imagefs.available': '0%',
    },
    imageGCHighThresholdPercent: 100,
    // Tests kill the same container repeatedly.
    crashLoopBackOff: { maxContainerRestartPeriod: '2s' },
    clusterDNS: [ADDRESSES.node],
    clusterDomain: 'cluster.local',
    maxPods: 200,
    serializeImagePulls: false,
  };
}

function containerdConfig(folder: string, socket: string): string {
  return `version = 2
root = "${folder}/containerd"
state = "${folder}/containerd-state"
[grpc]
  address = "${socket}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${PAUSE_IMAGE}"
  restrict_oom_score_adj = true
  tolerate_missing_hugetlb_controller = true
  disable_tcp_service = true
  netns_mounts_under_state_dir = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${folder}/cni"
  [plugins."io.containerd.grpc.v1.cri".containerd]
    snapshotter = "overlayfs"
    default_runtime_name = "runc"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
      [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
        SystemdCgroup = false
`;
}

const CNI = {
  cniVersion: '1.0.0',
  name: 'millrace',
  plugins: [
    {
      type: 'bridge',
      bridge: 'cni0',
      isGateway: true,
      ipMasq: true,
      ipam: {
        type: 'host-local',
        ranges: [[{ subnet: ADDRESSES.pods }]],
        routes: [{ dst: '0.0.0.0/0' }],
        dataDir: '/run/millrace-cni',
      },
    },
    { type: 'portmap', capabilities: { portMappings: true } },
  ],
} as const;
