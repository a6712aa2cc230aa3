import { KubeConfig } from '@kubernetes/client-node';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isNotFound } from '../../../operator/kube/kube-api-error.ts';
import { KubeApi } from '../../../operator/kube/kube-api.ts';
import type { KubeObject } from '../../../operator/kube/kube-object.ts';
import type { RunSpec, RunStatus } from '../../../operator/resources/run.ts';
import type { Place } from './install.ts';

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

/** Kubernetes as an administrator sees it, in the namespace under test. */
export class Kubernetes {
  readonly #place: Place;
  readonly api: KubeApi;

  constructor(place: Place) {
    const config = new KubeConfig();
    config.loadFromFile(place.kubeconfig);
    this.#place = place;
    this.api = new KubeApi(config);
  }

  async close(): Promise<void> {
    await this.api.close();
  }

  /** @throws Error with what kubectl complained of */
  async kubectl(...args: readonly string[]): Promise<string> {
    const { kubeconfig, namespace, tools } = this.#place;
    const where = ['--kubeconfig', kubeconfig, '--namespace', namespace];
    const { stdout } = await promisify(execFile)(tools.kubectl, [...where, ...args], {
      timeout: 120_000,
    });
    return stdout;
  }

  /** Lets no node take more pods. */
  async cordon(): Promise<void> {
    await this.kubectl('cordon', ...(await this.#nodes()));
  }

  async uncordon(): Promise<void> {
    await this.kubectl('uncordon', ...(await this.#nodes()));
  }

  /** Null when there is none. */
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

  /** What a pod answers to a GET, asked by way of the API server. @throws Error for any answer but 2xx */
  async ask({ metadata }: KubeObject, port: number, path: string): Promise<string> {
    const pod = this.#path('api/v1', 'pods', `${metadata.name}:${port}`);
    return await this.kubectl('get', '--raw', `${pod}/proxy/${path}`);
  }

  /** Creates an object of the core group, e.g. `resourcequotas`. */
  async create(resource: string, body: object): Promise<void> {
    await this.api.request(this.#path('api/v1', resource), { method: 'POST', body });
  }

  async #nodes(): Promise<readonly string[]> {
    return (await this.kubectl('get', 'nodes', '-o', 'name')).trim().split('\n');
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
