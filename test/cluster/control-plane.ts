import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ADDRESSES, API_SERVER } from './addresses.ts';
import { startDaemon, until, type Daemon } from './daemon.ts';
import { writeKubeconfig } from './kubeconfig.ts';
import type { Pki } from './pki.ts';
import { tryCurl } from './probe.ts';
import type { ClusterTools } from './tools.ts';

export interface ControlPlaneOptions {
  readonly folder: string;
  readonly pki: Pki;
  readonly tools: ClusterTools;
  /** Additional flags of the API server, such as a small watch cache that provokes relists. */
  readonly apiServerFlags?: readonly string[];
}

/** Starts etcd, the API server, the controller manager and the scheduler. Returns when the API server is ready. */
export async function startControlPlane(options: ControlPlaneOptions): Promise<void> {
  const { folder, pki, tools } = options;
  startDaemon(folder, 'etcd', [
    tools.etcd,
    `--data-dir=${path.join(folder, 'etcd')}`,
    '--listen-client-urls=http://127.0.0.1:2379',
    '--advertise-client-urls=http://127.0.0.1:2379',
    '--listen-peer-urls=http://127.0.0.1:2380',
    '--unsafe-no-fsync',
  ]);
  const apiServer = startApiServer(options);
  await until('the API server to be ready', () => tryCurl(`${API_SERVER}/readyz`, pki), {
    daemon: apiServer,
  });
  startControllerManager(folder, pki, tools);
  startScheduler(folder, pki, tools);
}

function startApiServer(options: ControlPlaneOptions): Daemon {
  const { folder, pki, tools } = options;
  return startDaemon(folder, 'kube-apiserver', [
    tools.apiServer,
    '--etcd-servers=http://127.0.0.1:2379',
    '--bind-address=0.0.0.0',
    `--advertise-address=${ADDRESSES.node}`,
    '--secure-port=6443',
    `--tls-cert-file=${pki.apiServer.certificate}`,
    `--tls-private-key-file=${pki.apiServer.key}`,
    `--client-ca-file=${pki.ca.certificate}`,
    '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
    `--service-account-key-file=${pki.serviceAccounts.publicKey}`,
    `--service-account-signing-key-file=${pki.serviceAccounts.privateKey}`,
    `--service-cluster-ip-range=${ADDRESSES.services}`,
    '--authorization-mode=Node,RBAC',
    '--enable-admission-plugins=NodeRestriction',
    '--allow-privileged=true',
    `--kubelet-client-certificate=${pki.admin.certificate}`,
    `--kubelet-client-key=${pki.admin.key}`,
    '--kubelet-preferred-address-types=InternalIP,Hostname',
    `--cert-dir=${path.join(folder, 'api-server-certificates')}`,
    ...(options.apiServerFlags ?? []),
  ]);
}

function startControllerManager(folder: string, pki: Pki, tools: ClusterTools): void {
  const kubeconfig = writeKubeconfig(
    path.join(folder, 'controller-manager.kubeconfig'),
    pki,
    pki.controllerManager,
  );
  startDaemon(folder, 'kube-controller-manager', [
    tools.controllerManager,
    `--kubeconfig=${kubeconfig}`,
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
    `--root-ca-file=${pki.ca.certificate}`,
    `--service-account-private-key-file=${pki.serviceAccounts.privateKey}`,
    '--use-service-account-credentials',
    `--cluster-signing-cert-file=${pki.ca.certificate}`,
    `--cluster-signing-key-file=${pki.ca.key}`,
    '--leader-elect=false',
    '--bind-address=127.0.0.1',
    // The node stays healthy although the controller loses its watch when tests kill the API server.
    '--node-monitor-grace-period=300s',
    // With the default of 20 requests a second, load tests would measure this limit.
    '--kube-api-qps=300',
    '--kube-api-burst=500',
    '--concurrent-job-syncs=20',
  ]);
}

function startScheduler(folder: string, pki: Pki, tools: ClusterTools): void {
  const kubeconfig = writeKubeconfig(path.join(folder, 'scheduler.kubeconfig'), pki, pki.scheduler);
  const configuration = path.join(folder, 'scheduler.json');
  writeFileSync(
    configuration,
    JSON.stringify({
      apiVersion: 'kubescheduler.config.k8s.io/v1',
      kind: 'KubeSchedulerConfiguration',
      leaderElection: { leaderElect: false },
      clientConnection: { kubeconfig, qps: 300, burst: 500 },
    }),
  );
  startDaemon(folder, 'kube-scheduler', [
    tools.scheduler,
    `--config=${configuration}`,
    `--authentication-kubeconfig=${kubeconfig}`,
    `--authorization-kubeconfig=${kubeconfig}`,
    '--bind-address=127.0.0.1',
  ]);
}
