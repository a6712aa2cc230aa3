import { isNotFound } from '../../../../../kubernetes/client/kube-api-error.ts';
import type { KubeApi } from '../../../../../kubernetes/client/kube-api.ts';
import type { KubeObject } from '../../../../../kubernetes/client/kube-object.ts';
import { PATCH } from '../../../../../kubernetes/client/patch-type.ts';

/** Resources of one kind in one namespace. Every method throws KubeApiError. */
export class ResourceCollection {
  readonly #api: KubeApi;
  readonly #path: string;
  readonly #signal: AbortSignal;

  /**
   * @param path of the collection
   * @param signal ends requests that are under way; whatever they did is found done later
   */
  constructor(api: KubeApi, path: string, signal: AbortSignal) {
    this.#api = api;
    this.#path = path;
    this.#signal = signal;
  }

  async create(body: object): Promise<void> {
    await this.#api.request(this.#path, { method: 'POST', body, signal: this.#signal });
  }

  /** Null: there is none, which is certain. */
  async find(name: string): Promise<KubeObject | null> {
    try {
      return await this.#api.request<KubeObject>(this.#pathOf(name), { signal: this.#signal });
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  /**
   * Changes the given fields; one that is given as null is removed.
   * @returns false when there is none of the name
   */
  async patch(name: string, body: object): Promise<boolean> {
    try {
      const request = { method: 'PATCH', contentType: PATCH.merge, signal: this.#signal } as const;
      await this.#api.request(this.#pathOf(name), { ...request, body });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  /** Deletes the one with the uid, no other of its name (Conflict). One that is gone is as good. */
  async delete(name: string, uid: string): Promise<void> {
    try {
      const body = { propagationPolicy: 'Background', preconditions: { uid } };
      const signal = this.#signal;
      await this.#api.request(this.#pathOf(name), { method: 'DELETE', body, signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  #pathOf(name: string): string {
    return `${this.#path}/${name}`;
  }
}
