import type { ConnectionFields } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import { optionsOf } from './provider.ts';

/** Names of options that would store a secret in the connection. */
const SECRET =
  /secret|password|passwd|pwd|token|credential|signature|private_?key|(?:access|account|shared|api)_?key|connection_?string|^sas$|^sig$/i;

/** Rejects options that contain a secret. @throws UserError */
export function checkNoSecretOptions(fields: ConnectionFields): void {
  const found = Object.keys(optionsOf(fields)).find((key) => SECRET.test(key));
  if (found === undefined) return;
  throw new UserError(
    `options.${found.slice(0, 100)} would store a secret. Use password_env with a reference to it.`,
  );
}
