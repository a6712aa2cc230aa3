import { isNotFound } from '../../../operator/kube/kube-api-error.ts';
import type { KubeApi } from '../../../operator/kube/kube-api.ts';
import type { KubeObject } from '../../../operator/kube/kube-object.ts';
import { PATCH } from '../../../operator/kube/patch-type.ts';
import { paths } from '../../../operator/resources/paths.ts';
import type { Cluster } from './open-cluster.ts';
import {
  readSeenSchedule,
  scheduleManifest,
  type SeenSchedule,
  type WantedSchedule,
} from './schedule-resource.ts';

/** The Schedule resources of one installation. Every method throws KubeApiError. */
export class ScheduleResources {
  readonly path: string;
  readonly #api: KubeApi;
  readonly #installation: string;
  readonly #signal: AbortSignal;

  /** @param signal ends requests that are under way */
  constructor({ api, namespace, installation }: Cluster, signal: AbortSignal) {
    this.#api = api;
    this.#installation = installation;
    this.#signal = signal;
    this.path = paths.schedules(namespace);
  }

  /** Null: there is none. @throws Error when it is another installation's */
  async find(id: string): Promise<SeenSchedule | null> {
    try {
      const signal = this.#signal;
      const object = await this.#api.request<KubeObject>(`${this.path}/${id}`, { signal });
      const seen = readSeenSchedule(object);
      if (seen.installation === this.#installation) return seen;
    } catch (error) {
      if (isNotFound(error)) return null;
      throw error;
    }
    throw new Error(`The Schedule named ${id} belongs to another installation`);
  }

  async create(schedule: WantedSchedule): Promise<void> {
    const body = scheduleManifest(schedule, this.#installation);
    await this.#api.request(this.path, { method: 'POST', body, signal: this.#signal });
  }

  /**
   * Makes it say what is wanted. A Conflict: it is not as it was seen any more.
   * @returns false when it is gone
   */
  async update(seen: SeenSchedule, { spec }: WantedSchedule): Promise<boolean> {
    // Merged, what is absent would stay.
    const resources = { cpu: null, memory: null, ...spec.resources };
    return await this.#patch(spec.scheduleId, seen, { ...spec, resources });
  }

  /**
   * Tells that its times are decided up to one. A Conflict: it is not as it was seen any more.
   * @returns false when it is gone
   */
  async settle(id: string, seen: SeenSchedule, settledThrough: string): Promise<boolean> {
    return await this.#patch(id, seen, { settledThrough });
  }

  /** Deletes the one that was seen, no other of its name. */
  async delete(id: string, { uid }: SeenSchedule): Promise<void> {
    try {
      const body = { propagationPolicy: 'Background', preconditions: { uid } };
      const signal = this.#signal;
      await this.#api.request(`${this.path}/${id}`, { method: 'DELETE', body, signal });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  async #patch(id: string, { resourceVersion }: SeenSchedule, spec: object): Promise<boolean> {
    try {
      const body = { metadata: { resourceVersion }, spec };
      const request = { method: 'PATCH', contentType: PATCH.merge, signal: this.#signal } as const;
      await this.#api.request(`${this.path}/${id}`, { ...request, body });
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }
}
