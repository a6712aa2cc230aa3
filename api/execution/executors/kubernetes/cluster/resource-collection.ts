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
   * @param signal aborts running requests; their effects are found later
   */
  constructor(api: KubeApi, path: string, signal: AbortSignal) {
    this.#api = api;
    this.#path = path;
    this.#signal = signal;
  }

  async create(body: object): Promise<void> {
    await this.#api.request(this.#path, { method: 'POST', body, signal: this.#signal });
  }

  /** A live read; null: it does not exist. */
  async find(name: string): Promise<KubeObject | null> {
    try {
      return await this.#api.request<KubeObject>(this.#pathOf(name), { signal: this.#signal });
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
  }

  /**
   * Changes the given fields by a merge patch; null removes a field.
   * @returns false if it does not exist
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

  /** Deletes the resource with that uid, if it exists. Throws Conflict for another one of its name. */
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
