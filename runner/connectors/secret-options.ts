import type { ConnectionFields } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import { optionsOf } from './provider.ts';

/** Names of options that would store a secret in the connection. */
const SECRET =
  /secret|password|passwd|pwd|token|credential|signature|private_?key|(?:access|account|shared|api)_?key|connection_?string|^sas$|^sig$/i;

/** No driver reads an option that is deeper. */
const MAX_DEPTH = 8;

/** Rejects options that contain a secret. @param own the options of the form, which have none @throws UserError */
export function checkNoSecretOptions(fields: ConnectionFields, own: ReadonlySet<string>): void {
  const others = Object.entries(optionsOf(fields)).filter(([key]) => !own.has(key));
  const found = others.map(([key, value]) => secretName(key, value)).find((name) => name !== null);
  if (found === undefined) return;
  throw new UserError(
    `options.${found.slice(0, 100)} would store a secret. Use password_env with a reference to it.`,
  );
}

/** The name, or that of a value in it; null: none is that of a secret. */
function secretName(name: string, value: unknown, depth = 0): string | null {
  if (SECRET.test(name)) return name;
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return null;
  for (const [key, inner] of Object.entries(value)) {
    const found = secretName(key, inner, depth + 1);
    if (found !== null) return `${name}.${found}`;
  }
  return null;
}
