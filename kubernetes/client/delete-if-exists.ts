import { isNotFound } from './kube-api-error.ts';
import type { KubeApi } from './kube-api.ts';

/**
 * Deletes an object and in the background what it owns; one that is gone is as good.
 * @param uid never another object that got the name meanwhile (Conflict)
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
