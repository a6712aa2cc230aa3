import { isNotFound } from '../../kubernetes/client/kube-api-error.ts';
import type { KubeApi } from '../../kubernetes/client/kube-api.ts';
import { createNamespace, startControlPlane, type ControlPlane } from '../support/control-plane.ts';
import { until } from '../support/until.ts';
import { FOREIGN_DEFINITIONS } from './foreign-definitions.ts';
import { settings, type Helm, type Manifest } from './render.ts';

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';

/** An API server for installations of the chart. It has no node, so no pod starts. */
export class InstallationServer {
  readonly #plane: ControlPlane;
  readonly #helm: Helm;
  /** Names of resources by `GROUP/VERSION/KIND`. */
  readonly #resources = new Map<string, Promise<string>>();

  private constructor(plane: ControlPlane, helm: Helm) {
    this.#plane = plane;
    this.#helm = helm;
  }

  /** @throws Error when the tools of the cluster are not built */
  static async start(helm: Helm, namespaces: readonly string[]): Promise<InstallationServer> {
    const plane = await startControlPlane();
    if (plane === null) throw new Error('unreachable: the tools are built');
    const server = new InstallationServer(plane, helm);
    for (const namespace of namespaces) await createNamespace(plane.api, namespace);
    for (const body of FOREIGN_DEFINITIONS) {
      await plane.api.request(DEFINITIONS, { method: 'POST', body });
    }
    // The chart installs the resource definitions itself.
    await server.deleteDefinitions();
    return server;
  }

  get api(): KubeApi {
    return this.#plane.api;
  }

  async stop(): Promise<void> {
    await this.#plane.stop();
  }

  /** @param verb with the release and the chart, e.g. `['install', 'trial', CHART]` */
  async helm(
    verb: readonly string[],
    namespace: string,
    values: readonly string[] = [],
  ): Promise<string> {
    const place = ['--kubeconfig', this.#plane.kubeconfig, '--namespace', namespace];
    return await this.#helm.run(...verb, ...place, ...settings(values));
  }

  /** Creates an object as a dry run, with unknown fields rejected. */
  async accepts(object: Manifest): Promise<void> {
    const path = await this.#path(object);
    await this.api.request(`${path}/${object.metadata.name}`, {
      method: 'PATCH',
      contentType: 'application/apply-patch+yaml',
      body: object,
      query: { dryRun: 'All', fieldValidation: 'Strict', fieldManager: 'test', force: 'true' },
    });
  }

  /** Reads an object; null when it does not exist. */
  async read(apiVersion: string, kind: string, name: string): Promise<Manifest | null> {
    const [namespace, own] = name.includes('/') ? name.split('/') : ['', name];
    const path = await this.#path({ apiVersion, kind, metadata: { namespace } });
    try {
      return await this.api.request<Manifest>(`${path}/${own}`);
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  async deleteDefinitions(): Promise<void> {
    const { items } = await this.api.request<{ items: Manifest[] }>(DEFINITIONS);
    const own = items.filter(({ spec }) => spec.group === 'millrace.dev');
    for (const { metadata } of own) {
      await this.api.request(`${DEFINITIONS}/${metadata.name}`, { method: 'DELETE' });
      await until(async () => {
        const { items: left } = await this.api.request<{ items: Manifest[] }>(DEFINITIONS);
        return !left.some((it) => it.metadata.name === metadata.name);
      });
    }
  }

  async #path({ apiVersion, kind, metadata }: Manifest): Promise<string> {
    const root = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
    const key = `${apiVersion}/${kind}`;
    const known = this.#resources.get(key) ?? this.#resourceOf(root, kind);
    this.#resources.set(key, known);
    const place = metadata.namespace ? `/namespaces/${metadata.namespace}` : '';
    return `${root}${place}/${await known}`;
  }

  // The API server lists a new kind with a delay.
  async #resourceOf(root: string, kind: string): Promise<string> {
    return await until(async () => {
      const list = await this.api
        .request<{ resources: { name: string; kind: string }[] }>(root)
        .catch(() => ({ resources: [] }));
      const found = list.resources.find((it) => it.kind === kind && !it.name.includes('/'));
      return found?.name ?? null;
    });
  }
}
