import { KubeConfig, PortForward } from '@kubernetes/client-node';
import { execFile } from 'node:child_process';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { isNotFound } from '../../../kubernetes/client/kube-api-error.ts';
import { KubeApi } from '../../../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../../../kubernetes/client/kube-object.ts';
import type { RunSpec, RunStatus } from '../../../kubernetes/resources/run.ts';
import type { Namespace } from './place.ts';

export interface RunResource extends KubeObject {
  readonly spec: RunSpec;
  readonly status?: RunStatus;
}

export interface Pod extends KubeObject {
  readonly status: {
    readonly phase: string;
    readonly containerStatuses?: readonly {
      readonly restartCount: number;
      readonly ready: boolean;
    }[];
  };
}

const ANSWERED_WITHIN_MS = 30_000;
/** All logs of an installation in which many suites have run. */
const MAX_ANSWER_BYTES = 512 * 1024 ** 2;

/** Kubernetes as an administrator sees it, in the namespace under test. */
export class Kubernetes {
  readonly #place: Namespace;
  readonly #forward: PortForward;
  readonly #cordoned = new Set<string>();
  readonly api: KubeApi;

  constructor(place: Namespace) {
    const config = new KubeConfig();
    config.loadFromFile(place.kubeconfig);
    this.#place = place;
    this.#forward = new PortForward(config);
    this.api = new KubeApi(config);
  }

  async close(): Promise<void> {
    await this.api.close();
  }

  /** @throws Error with kubectl's standard error */
  async kubectl(...args: readonly string[]): Promise<string> {
    const { kubeconfig, namespace, tools } = this.#place;
    const where = ['--kubeconfig', kubeconfig, '--namespace', namespace];
    const { stdout } = await promisify(execFile)(tools.kubectl, [...where, ...args], {
      timeout: 120_000,
      maxBuffer: MAX_ANSWER_BYTES,
    });
    return stdout;
  }

  /** Cordons the node of a pod and evicts the pods that a selector names. */
  async drainNodeOf({ metadata: { name } }: KubeObject, podSelector: string): Promise<void> {
    const node = await this.kubectl('get', 'pod', name, '-o', 'jsonpath={.spec.nodeName}');
    this.#cordoned.add(`node/${node}`);
    const only = ['--pod-selector', podSelector, '--delete-emptydir-data', '--timeout=60s'];
    await this.kubectl('drain', node, ...only);
  }

  /** Opens the nodes that `drainNodeOf` cordoned. */
  async uncordon(): Promise<void> {
    if (this.#cordoned.size > 0) await this.kubectl('uncordon', ...this.#cordoned);
    this.#cordoned.clear();
  }

  /** Null when the Run does not exist. */
  async run(id: string): Promise<RunResource | null> {
    try {
      return await this.api.request<RunResource>(
        this.#path('apis/millrace.dev/v1alpha1', 'runs', id),
      );
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  /** The decoded data of a Secret. */
  async secret(name: string): Promise<Readonly<Record<string, string>>> {
    const { data } = await this.api.request<{ data: Readonly<Record<string, string>> }>(
      this.#path('api/v1', 'secrets', name),
    );
    const decoded = Object.entries(data).map(([key, text]) => [
      key,
      Buffer.from(text, 'base64').toString(),
    ]);
    return Object.fromEntries(decoded) as Record<string, string>;
  }

  async deleteRun(id: string): Promise<void> {
    await this.#delete(this.#path('apis/millrace.dev/v1alpha1', 'runs', id));
  }

  async jobsOf(run: string): Promise<readonly KubeObject[]> {
    return await this.#list(this.#path('apis/batch/v1', 'jobs'), `millrace.dev/run=${run}`);
  }

  async deleteJob(name: string): Promise<void> {
    await this.#delete(this.#path('apis/batch/v1', 'jobs', name));
  }

  async podsOf(run: string): Promise<readonly Pod[]> {
    return await this.pods(`millrace.dev/run=${run}`);
  }

  async pods(labelSelector: string): Promise<readonly Pod[]> {
    return (await this.#list(this.#path('api/v1', 'pods'), labelSelector)) as readonly Pod[];
  }

  async deletePod(name: string, gracePeriodSeconds?: number): Promise<void> {
    await this.#delete(this.#path('api/v1', 'pods', name), { gracePeriodSeconds });
  }

  async evict({ metadata: { name, namespace } }: KubeObject): Promise<void> {
    await this.api.request(`${this.#path('api/v1', 'pods', name)}/eviction`, {
      method: 'POST',
      body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace } },
    });
  }

  /**
   * Sends a GET to a pod through the API server.
   * @returns the lines of the answer that end with a line break
   * @throws Error for any status but 2xx
   */
  async ask({ metadata }: KubeObject, port: number, path: string): Promise<string> {
    const pod = this.#path('api/v1', 'pods', `${metadata.name}:${port}`);
    const signal = AbortSignal.timeout(ANSWERED_WITHIN_MS);
    const lines: string[] = [];
    for await (const line of this.api.lines(`${pod}/proxy/${path}`, { signal })) lines.push(line);
    return lines.join('\n');
  }

  /** Connects a socket with a port of a pod through the API server, until either ends. */
  async connect({ metadata: { name } }: KubeObject, port: number, socket: Socket): Promise<void> {
    const { namespace } = this.#place;
    const link = await this.#forward.portForward(namespace, name, [port], socket, null, socket);
    // A function only for connections that are retried.
    if (typeof link === 'function') return;
    link.onclose = () => socket.destroy();
    socket.once('close', () => {
      link.close();
    });
    if (socket.destroyed) link.close();
  }

  /** Creates an object of the core group, e.g. `resourcequotas`. */
  async create(resource: string, body: object): Promise<void> {
    await this.api.request(this.#path('api/v1', resource), { method: 'POST', body });
  }

  async #list(path: string, labelSelector: string): Promise<readonly KubeObject[]> {
    const query = { labelSelector };
    return (await this.api.request<{ items: readonly KubeObject[] }>(path, { query })).items;
  }

  async #delete(path: string, options: object = {}): Promise<void> {
    const body = { propagationPolicy: 'Background', ...options };
    await this.api.request(path, { method: 'DELETE', body });
  }

  #path(group: string, resource: string, name?: string): string {
    const path = `/${group}/namespaces/${this.#place.namespace}/${resource}`;
    return name === undefined ? path : `${path}/${name}`;
  }
}
