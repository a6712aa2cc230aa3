import type { ConnectionFields } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import type { Provider } from './provider.ts';
import { PROVIDERS, providerOf } from './providers/index.ts';
import { checkNoSecretOptions } from './secret-options.ts';

/**
 * Checks the fields of a connection by the rules of its provider. It connects to nothing.
 * @throws UserError in a sentence that names the field
 */
export function checkConnection(fields: ConnectionFields): Provider {
  const provider = providerOf(fields.provider);
  if (provider === undefined) {
    const names = PROVIDERS.map(({ name }) => name).join(', ');
    throw new UserError(`There is no such provider. The providers are ${names}.`);
  }
  const missing = provider.required.find((field) => fields[field] === null);
  if (missing !== undefined) {
    const label = provider.form.find(({ key }) => key === missing)?.label ?? missing;
    throw new UserError(`${provider.label} needs the field "${missing}" (${label}).`);
  }
  checkNoSecretOptions(fields, optionsOfForm(provider));
  provider.check?.(fields);
  return provider;
}

const PREFIX = 'options.';

function optionsOfForm({ form }: Provider): ReadonlySet<string> {
  const keys = form.map(({ key }) => key).filter((key) => key.startsWith(PREFIX));
  return new Set(keys.map((key) => key.slice(PREFIX.length)));
}
