import type { FoundSecret } from '../../../../../runner/domain/named-secret.ts';
import { missingKey } from '../../../../../runner/domain/pod-secrets.ts';
import type { ClusterNamespace } from '../cluster/open-cluster.ts';
import { SecretObject, SecretObjectError } from './secret-object.ts';

/**
 * Reads variables for tests of connections and for previews from the Secret that gives them to runs.
 * @param secret name of the Secret; null: the installation has none
 */
export function clusterVariables(
  place: ClusterNamespace,
  secret: string | null,
): (name: string) => Promise<FoundSecret> {
  const object = secret === null ? null : new SecretObject(place, secret);
  return async (name) => {
    const missing = { missing: missingKey({ scheme: 'env', name }, secret ?? undefined) };
    if (object === null) return missing;
    try {
      const found = (await object.read()).data.get(name);
      return found === undefined ? missing : { value: Buffer.from(found, 'base64').toString() };
    } catch (error) {
      if (!(error instanceof SecretObjectError)) throw error;
      return { missing: error.message };
    }
  };
}
