import { isAllowedVariable } from '../../runner/connectors/secrets/secret-policy.ts';
import type { SecretSettings } from '../../runner/connectors/secrets/secret-settings.ts';
import {
  missingVariable,
  type FoundSecret,
  type ReadSecret,
} from '../../runner/domain/named-secret.ts';
import { KeyringUnavailableError, type Keyring } from '../domain/keyring/keyring.ts';
import { isOwnVariable } from '../runner-command.ts';

export interface SecretReaderDeps {
  readonly settings: SecretSettings;
  /** Reads a variable that connections may use. */
  readonly readVariable: (name: string) => Promise<FoundSecret>;
  readonly keyring: Keyring;
}

/** Reads the secrets of this installation: the variables that connections may use, and the keyring. */
export function secretReader({ settings, readVariable, keyring }: SecretReaderDeps): ReadSecret {
  return async ({ scheme, name }) => {
    if (scheme === 'keyring') {
      const value = await keyring.read(name).catch(unavailable);
      if (value instanceof KeyringUnavailableError) return { missing: value.reason };
      return value === null ? { missing: `the keyring has no entry ${name}` } : { value };
    }
    return isAllowedVariable(name, settings, isOwnVariable)
      ? await readVariable(name)
      : missingVariable(name);
  };
}

/** Reads variables of this process. @param env usually `process.env` */
export function processVariables(
  env: Readonly<Record<string, string | undefined>>,
): SecretReaderDeps['readVariable'] {
  return (name) => {
    const value = env[name];
    return Promise.resolve(value === undefined ? missingVariable(name) : { value });
  };
}

function unavailable(error: unknown): KeyringUnavailableError {
  if (error instanceof KeyringUnavailableError) return error;
  throw error;
}
