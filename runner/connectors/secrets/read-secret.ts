import { missingVariable, type ReadSecret } from '../../domain/named-secret.ts';

let read: ReadSecret = ({ scheme, name }) => {
  if (scheme === 'keyring') {
    return Promise.resolve({ missing: `this process has no keyring to search for ${name}` });
  }
  const value = process.env[name];
  return Promise.resolve(value === undefined ? missingVariable(name) : { value });
};

/**
 * Sets how this process reads variables and entries of the keyring. A warm runner asks its parent for each one
 * when a connection is used, so that its own environment holds no secret of a connection. The runner of a pod
 * reads what the operator gave the pod.
 */
export function readSecretsBy(source: ReadSecret): void {
  read = source;
}

/** Reads a secret as this process was set up to. */
export const readSecret: ReadSecret = (secret) => read(secret);
