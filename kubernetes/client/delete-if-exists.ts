import { isNotFound } from './kube-api-error.ts';
import type { KubeApi } from './kube-api.ts';

/**
 * Deletes an object, with background propagation. Does nothing if it does not exist.
 * @param uid precondition: another object of that name is not deleted
 * @throws KubeApiError, Conflict if the object has another uid
 */
export async function deleteIfExists(api: KubeApi, path: string, uid?: string): Promise<void> {
  const preconditions = uid === undefined ? {} : { preconditions: { uid } };
  const body = { propagationPolicy: 'Background', ...preconditions };
  try {
    await api.request(path, { method: 'DELETE', body });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}
