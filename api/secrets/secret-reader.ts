import { isAllowedVariable } from '../../runner/connectors/secrets/secret-policy.ts';
import type { SecretSettings } from '../../runner/connectors/secrets/secret-settings.ts';
import { missingVariable, type ReadSecret } from '../../runner/domain/named-secret.ts';
import { KeyringUnavailableError, type Keyring } from '../domain/keyring/keyring.ts';
import { isOwnVariable } from '../runner-command.ts';

export interface SecretReaderDeps {
  readonly settings: SecretSettings;
  /** Usually `process.env`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly keyring: Keyring;
}

/** Reads the secrets of this machine: the variables that connections may use, and the keyring. */
export function secretReader({ settings, env, keyring }: SecretReaderDeps): ReadSecret {
  return async ({ scheme, name }) => {
    if (scheme === 'keyring') {
      const value = await keyring.read(name).catch(unavailable);
      if (value instanceof KeyringUnavailableError) return { missing: value.reason };
      return value === null ? { missing: `the keyring has no entry ${name}` } : { value };
    }
    const value = isAllowedVariable(name, settings, isOwnVariable) ? env[name] : undefined;
    return value === undefined ? missingVariable(name) : { value };
  };
}

function unavailable(error: unknown): KeyringUnavailableError {
  if (error instanceof KeyringUnavailableError) return error;
  throw error;
}
