import type { ReadSecret } from '../../domain/named-secret.ts';
import { missingKey, podVariable, SECRET_NAME_VARIABLES } from '../../domain/pod-secrets.ts';

/**
 * Reads the secrets of the pod of a run, which has only those that its flow names.
 * @param env usually `process.env`
 */
export function podSecrets(env: Readonly<Record<string, string | undefined>>): ReadSecret {
  return (secret) => {
    const value = env[podVariable(secret)];
    const searched = env[SECRET_NAME_VARIABLES[secret.scheme]];
    return Promise.resolve(
      value === undefined ? { missing: missingKey(secret, searched) } : { value },
    );
  };
}
