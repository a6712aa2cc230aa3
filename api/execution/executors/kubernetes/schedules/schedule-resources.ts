import { paths } from '../../../../kubernetes/resources/paths.ts';
import type { Cluster } from './cluster/open-cluster.ts';
import { ResourceCollection } from './cluster/resource-collection.ts';
import { INSTALLATION_LABEL } from './cluster/resource-labels.ts';
import {
  readObservedSchedule,
  scheduleManifest,
  type ObservedSchedule,
  type DesiredSchedule,
} from './schedule-resource.ts';

/** The Schedule resources of one installation. Every method throws KubeApiError. */
export class ScheduleResources {
  readonly #schedules: ResourceCollection;
  readonly #installation: string;

  /** @param signal ends requests that are under way */
  constructor({ api, namespace, installation }: Cluster, signal: AbortSignal) {
    this.#schedules = new ResourceCollection(api, paths.schedules(namespace), signal);
    this.#installation = installation;
  }

  /** Null: there is none. @throws Error when it is another installation's */
  async find(id: string): Promise<ObservedSchedule | null> {
    const object = await this.#schedules.find(id);
    if (object === null) return null;
    const seen = readObservedSchedule(object);
    if (seen.labels[INSTALLATION_LABEL] === this.#installation) return seen;
    throw new Error(`The Schedule named ${id} belongs to another installation`);
  }

  async create(schedule: DesiredSchedule): Promise<void> {
    await this.#schedules.create(scheduleManifest(schedule));
  }

  /**
   * Makes it say what is wanted. A Conflict: it is not as it was seen any more.
   * @returns false when it is gone
   */
  async update(seen: ObservedSchedule, { labels, spec }: DesiredSchedule): Promise<boolean> {
    const { resourceVersion } = seen;
    // Merged, what is absent would stay.
    const resources = { cpu: null, memory: null, ...spec.resources };
    return await this.#schedules.patch(spec.scheduleId, {
      metadata: { resourceVersion, labels },
      spec: { ...spec, resources },
    });
  }

  /**
   * Tells that its times are decided up to one. A Conflict: it is not as it was seen any more.
   * @returns false when it is gone
   */
  async settle(id: string, seen: ObservedSchedule, settledThrough: string): Promise<boolean> {
    const { resourceVersion } = seen;
    const body = { metadata: { resourceVersion }, spec: { settledThrough } };
    return await this.#schedules.patch(id, body);
  }

  /** Deletes the one that was seen, no other of its name (Conflict). */
  async delete(id: string, { uid }: ObservedSchedule): Promise<void> {
    await this.#schedules.delete(id, uid);
  }
}
