import { KubeConfig } from '@kubernetes/client-node';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlreadyExists } from '../../kubernetes/client/kube-api-error.ts';
import { KubeApi } from '../../kubernetes/client/kube-api.ts';
import { definitions } from '../../kubernetes/resources/crd-files.ts';
import { freePort } from '../../prisma/embedded/free-port.ts';
import { createPki, type Pki } from '../cluster/pki.ts';
import { toolsNamed, type ClusterTools } from '../cluster/tools.ts';
import { boundCommand } from './bound-command.ts';
import { until } from './until.ts';

const READY_WITHIN_MS = 60_000;
const CONTROLLERS = 'job-controller,garbage-collector-controller';

export const CONTROL_PLANE_TOOLS = ['etcd', 'apiServer', 'controllerManager'] as const;

export interface ControlPlane {
  readonly kubeConfig: KubeConfig;
  /** Path of the same configuration as a file. */
  readonly kubeconfig: string;
  /** A client with the rights of an administrator. */
  readonly api: KubeApi;
  stop(): Promise<void>;
}

/** A control plane of one test file. */
export interface OwnControlPlane extends ControlPlane {
  /** Starts the controllers that create the pods of Jobs and collect garbage. */
  startControllers(): void;
}

/**
 * Starts an API server with etcd and Millrace's resources on loopback ports, without special rights. It
 * has no node and no scheduler, and controllers only on request. Several may run in parallel.
 * @returns null when the tools are not built and Go is not installed
 */
export async function startControlPlane(): Promise<OwnControlPlane | null> {
  const tools = await toolsNamed(CONTROL_PLANE_TOOLS);
  if (tools === null) return null;
  const plane = new LoopbackControlPlane(tools);
  try {
    await plane.start();
    return plane;
  } catch (error) {
    await plane.stop();
    throw error;
  }
}

/** Like `startControlPlane`. @throws Error when the tools are not built and Go is not installed */
export async function requireControlPlane(): Promise<OwnControlPlane> {
  const plane = await startControlPlane();
  if (plane === null) throw new Error('The API server is built by Go: install Go 1.26 or newer.');
  return plane;
}

export async function createNamespace(api: KubeApi, name: string): Promise<void> {
  await api.request('/api/v1/namespaces', { method: 'POST', body: { metadata: { name } } });
}

type Tools = Pick<ClusterTools, (typeof CONTROL_PLANE_TOOLS)[number]>;

class LoopbackControlPlane implements OwnControlPlane {
  readonly kubeConfig = new KubeConfig();
  readonly kubeconfig: string;
  readonly #tools: Tools;
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'millrace-control-plane-'));
  readonly #children: ChildProcess[] = [];
  #api: KubeApi | null = null;

  constructor(tools: Tools) {
    this.#tools = tools;
    this.kubeconfig = path.join(this.#folder, 'kubeconfig');
  }

  get api(): KubeApi {
    return (this.#api ??= new KubeApi(this.kubeConfig));
  }

  async start(): Promise<void> {
    const pki = createPki(this.#folder);
    const [etcdPort, peerPort, port] = [await freePort(), await freePort(), await freePort()];
    const etcd = `http://127.0.0.1:${etcdPort}`;
    this.#spawn('etcd', [
      this.#tools.etcd,
      `--data-dir=${path.join(this.#folder, 'etcd')}`,
      `--listen-client-urls=${etcd}`,
      `--advertise-client-urls=${etcd}`,
      `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
      '--unsafe-no-fsync',
    ]);
    const apiServer = this.#spawn('kube-apiserver', [
      this.#tools.apiServer,
      ...this.#apiServerFlags(pki, etcd, port),
    ]);
    this.#writeKubeconfig(pki, `https://127.0.0.1:${port}`);
    await until(() => this.#isReady(apiServer), READY_WITHIN_MS);
    await this.#installResources();
  }

  startControllers(): void {
    this.#spawn('kube-controller-manager', [
      this.#tools.controllerManager,
      `--kubeconfig=${this.kubeconfig}`,
      `--controllers=${CONTROLLERS}`,
      '--leader-elect=false',
      '--secure-port=0',
      // A load test would measure the default limit of 20 requests per second.
      '--kube-api-qps=300',
      '--kube-api-burst=500',
      '--concurrent-job-syncs=20',
    ]);
  }

  async stop(): Promise<void> {
    await this.#api?.close();
    for (const child of this.#children.toReversed()) await end(child);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #apiServerFlags(pki: Pki, etcd: string, port: number): string[] {
    return [
      `--etcd-servers=${etcd}`,
      '--bind-address=127.0.0.1',
      `--secure-port=${port}`,
      `--tls-cert-file=${pki.apiServer.certificate}`,
      `--tls-private-key-file=${pki.apiServer.key}`,
      `--client-ca-file=${pki.ca.certificate}`,
      '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
      `--service-account-key-file=${pki.serviceAccounts.publicKey}`,
      `--service-account-signing-key-file=${pki.serviceAccounts.privateKey}`,
      '--service-cluster-ip-range=10.96.0.0/24',
      '--authorization-mode=RBAC',
      // No controller creates the service account of a namespace, which pods would need.
      '--disable-admission-plugins=ServiceAccount',
      `--cert-dir=${path.join(this.#folder, 'api-server-certificates')}`,
    ];
  }

  #writeKubeconfig({ ca, admin }: Pki, server: string): void {
    const cluster = { name: 'test', server, caFile: ca.certificate, skipTLSVerify: false };
    const user = { name: 'admin', certFile: admin.certificate, keyFile: admin.key };
    this.kubeConfig.loadFromClusterAndUser(cluster, user);
    const content = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'c', cluster: { server, 'certificate-authority': ca.certificate } }],
      users: [
        {
          name: 'u',
          user: { 'client-certificate': admin.certificate, 'client-key': admin.key },
        },
      ],
      contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
      'current-context': 'x',
    };
    writeFileSync(this.kubeconfig, JSON.stringify(content), { mode: 0o600 });
  }

  async #isReady(apiServer: ChildProcess): Promise<boolean> {
    if (apiServer.exitCode !== null) throw new Error(`The API server exited: ${this.#log()}`);
    await delay(50);
    return await this.api.request('/api/v1/namespaces/default').then(
      () => true,
      () => false,
    );
  }

  async #installResources(): Promise<void> {
    const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
    for (const body of Object.values(definitions())) {
      await this.api.request(crds, { method: 'POST', body }).catch((error: unknown) => {
        if (!isAlreadyExists(error)) throw error;
      });
    }
    for (const plural of ['runs', 'schedules']) {
      await until(() =>
        this.api.request(`/apis/millrace.dev/v1alpha1/${plural}`).then(
          () => true,
          () => false,
        ),
      );
    }
  }

  #log(): string {
    return readFileSync(path.join(this.#folder, 'kube-apiserver.log'), 'utf8').slice(-2000);
  }

  #spawn(name: string, [program = '', ...flags]: readonly string[]): ChildProcess {
    const output = openSync(path.join(this.#folder, `${name}.log`), 'a');
    const bound = boundCommand(program, flags);
    const child = spawn(bound.file, bound.args, { stdio: ['ignore', output, output] });
    this.#children.push(child);
    return child;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}
