import { paths } from '../../../../../kubernetes/resources/paths.ts';
import { timeText } from '../../../../../kubernetes/resources/time-text.ts';
import type { Cluster } from '../cluster/open-cluster.ts';
import { ResourceCollection } from '../cluster/resource-collection.ts';
import { INSTALLATION_LABEL } from '../cluster/resource-labels.ts';
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

  /** @param signal aborts requests in progress */
  constructor({ api, namespace, installation }: Cluster, signal: AbortSignal) {
    this.#schedules = new ResourceCollection(api, paths.schedules(namespace), signal);
    this.#installation = installation;
  }

  /** Returns null when there is none. @throws Error when it belongs to another installation */
  async find(id: string): Promise<ObservedSchedule | null> {
    const object = await this.#schedules.find(id);
    if (object === null) return null;
    const observed = readObservedSchedule(object);
    if (observed.labels[INSTALLATION_LABEL] === this.#installation) return observed;
    throw new Error(
      `Schedule ${id} belongs to another installation. Give each installation a namespace of its own.`,
    );
  }

  async create(schedule: DesiredSchedule): Promise<void> {
    await this.#schedules.create(scheduleManifest(schedule));
  }

  /**
   * Updates a resource to its desired state. Throws a Conflict when it has changed since.
   * @returns false when it is gone
   */
  async update(observed: ObservedSchedule, { labels, spec }: DesiredSchedule): Promise<boolean> {
    const { resourceVersion } = observed;
    // A merge patch keeps absent fields.
    const resources = { cpu: null, memory: null, ...spec.resources };
    return await this.#schedules.patch(spec.scheduleId, {
      metadata: { resourceVersion, labels },
      spec: { runtime: null, ...spec, resources },
    });
  }

  /**
   * Acknowledges slots: up to this one, each has run or will not. Throws a Conflict when the resource
   * has changed since.
   * @returns false when it is gone
   */
  async acknowledge(id: string, observed: ObservedSchedule, through: Date): Promise<boolean> {
    const { resourceVersion } = observed;
    const settledThrough = timeText(through);
    const body = { metadata: { resourceVersion }, spec: { settledThrough } };
    return await this.#schedules.patch(id, body);
  }

  /** Deletes the observed resource. Throws a Conflict for another one of its name. */
  async delete(id: string, { uid }: ObservedSchedule): Promise<void> {
    await this.#schedules.delete(id, uid);
  }
}
