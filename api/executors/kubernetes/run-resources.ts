import { isAlreadyExists, isNotFound } from '../../../operator/kube/kube-api-error.ts';
import type { KubeApi } from '../../../operator/kube/kube-api.ts';
import type { KubeObject } from '../../../operator/kube/kube-object.ts';
import { PATCH } from '../../../operator/kube/patch-type.ts';
import { paths } from '../../../operator/resources/paths.ts';
import { RECORDED_ANNOTATION } from '../../../operator/resources/run.ts';
import type { Cluster } from './open-cluster.ts';
import { readSeenRun, runManifest, type HandedRun, type SeenRun } from './run-resource.ts';

/** The Run resources of one installation. Every method may be repeated, and throws KubeApiError. */
export class RunResources {
  readonly path: string;
  readonly #api: KubeApi;
  readonly #installation: string;
  readonly #signal: AbortSignal;

  /** @param signal ends requests that are under way; whatever they did is found done later */
  constructor({ api, namespace, installation }: Cluster, signal: AbortSignal) {
    this.#api = api;
    this.#installation = installation;
    this.#signal = signal;
    this.path = paths.runs(namespace);
  }

  /** @throws Error when something else has the name */
  async create(run: HandedRun): Promise<void> {
    try {
      const body = runManifest(run, this.#installation);
      await this.#api.request(this.path, { method: 'POST', body, signal: this.#signal });
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
      const seen = await this.find(run.runId);
      if (seen !== null && seen.runId !== run.runId) {
        throw new Error(`A Run named ${run.runId} belongs to the run ${seen.runId}`, {
          cause: error,
        });
      }
    }
  }

  /** Null: there is none, which is certain. */
  async find(runId: string): Promise<SeenRun | null> {
    try {
      const signal = this.#signal;
      return readSeenRun(await this.#api.request<KubeObject>(`${this.path}/${runId}`, { signal }));
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  /** @returns false when there is no such Run */
  async requestCancel(runId: string): Promise<boolean> {
    return await this.#patch(runId, { spec: { cancelRequested: true } });
  }

  /** Lets the Run be deleted after a while: its end is recorded. */
  async acknowledge(runId: string): Promise<void> {
    await this.#patch(runId, { metadata: { annotations: { [RECORDED_ANNOTATION]: 'true' } } });
  }

  async delete(runId: string, uid: string): Promise<void> {
    try {
      const body = { propagationPolicy: 'Background', preconditions: { uid } };
      const signal = this.#signal;
      await this.#api.request(`${this.path}/${runId}`, { method: 'DELETE', body, signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  async #patch(runId: string, body: object): Promise<boolean> {
    try {
      const request = { method: 'PATCH', contentType: PATCH.merge, signal: this.#signal } as const;
      await this.#api.request(`${this.path}/${runId}`, { ...request, body });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }
}
