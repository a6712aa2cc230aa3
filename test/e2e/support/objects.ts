import { createObjectStore } from '../../../runner/storage/create-object-store.ts';
import type { ObjectStore } from '../../../runner/storage/object-store.ts';
import type { Kubernetes } from './kubernetes.ts';
import type { Place } from './place.ts';

/** The Secret with the keys of the object store. */
export const OBJECT_STORE_SECRET = 'millrace-object-store';

/** Opens the bucket of the installation. */
export async function openObjects(place: Place, kubernetes: Kubernetes): Promise<ObjectStore> {
  const secret = await kubernetes.secret(OBJECT_STORE_SECRET);
  return createObjectStore('s3://millrace', {
    endpoint: place.s3,
    region: 'us-east-1',
    accessKeyId: secret['access-key-id'] ?? '',
    secretAccessKey: secret['secret-access-key'] ?? '',
  });
}

/** How many attempts of a run started and stored a result, and how many outputs they wrote. */
export interface Traces {
  readonly claims: number;
  readonly results: number;
  readonly outputs: number;
}

export async function tracesOf(objects: ObjectStore, run: string): Promise<Traces> {
  const keys: string[] = [];
  for await (const { key } of objects.list(`runs/${run}/attempts/`)) keys.push(key);
  const count = (pattern: RegExp): number => keys.filter((key) => pattern.test(key)).length;
  return {
    claims: count(/\/claim\.json$/),
    results: count(/\/result\.json$/),
    outputs: count(/\/outputs\//),
  };
}
