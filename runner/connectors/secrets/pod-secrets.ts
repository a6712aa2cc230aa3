import type { ReadSecret } from '../../domain/named-secret.ts';
import {
  disallowedVariable,
  GIVEN_VARIABLES,
  missingKey,
  podVariable,
  SECRET_NAME_VARIABLES,
} from '../../domain/pod-secrets.ts';

/**
 * Reads the secrets of the pod of a run, which has only those that its flow names.
 * @param env usually `process.env`
 */
export function podSecrets(env: Readonly<Record<string, string | undefined>>): ReadSecret {
  const given = env[GIVEN_VARIABLES]?.split(',');
  return (secret) => {
    const value = env[podVariable(secret)];
    if (secret.scheme === 'env' && given !== undefined && !given.includes(secret.name)) {
      return Promise.resolve({ missing: disallowedVariable(secret.name) });
    }
    const searched = env[SECRET_NAME_VARIABLES[secret.scheme]];
    return Promise.resolve(
      value === undefined ? { missing: missingKey(secret, searched) } : { value },
    );
  };
}
