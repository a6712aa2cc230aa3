import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import { Kubernetes } from './kubernetes.ts';
import { openObjects } from './objects.ts';
import { place, type Place } from './place.ts';
import { Service } from './service.ts';

/** An installation, with clients of its API, its cluster and its bucket. */
export interface Stand {
  readonly place: Place;
  readonly kubernetes: Kubernetes;
  readonly service: Service;
  readonly objects: ObjectStore;
  close(): Promise<void>;
}

export async function openStand(): Promise<Stand> {
  const at = place();
  const kubernetes = new Kubernetes(at);
  const objects = await openObjects(at, kubernetes);
  return {
    place: at,
    kubernetes,
    service: new Service(at.api),
    objects,
    close: async () => {
      objects.close();
      await kubernetes.close();
    },
  };
}
