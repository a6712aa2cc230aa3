import { readFile } from 'node:fs/promises';
import { UserError } from '../../domain/errors.ts';
import { allowedFile } from './secret-policy.ts';
import { parseSecretReference, REFERENCE_FORMS } from './secret-reference.ts';
import type { SecretSettings } from './secret-settings.ts';
import type { ReadVariable } from './secret-variables.ts';

/** How the secrets of a process are found. */
export interface SecretSources {
  readonly settings: SecretSettings;
  /** Gives no variable that no reference may name. */
  readonly variable: ReadVariable;
}

/**
 * Reads the secret that a reference names.
 * @throws UserError that says where it was searched, without the secret
 */
export async function resolveSecret(
  text: string,
  { settings, variable }: SecretSources,
): Promise<string> {
  const reference = parseSecretReference(text);
  if (reference === null)
    throw new UserError(`Its secret reference is invalid. ${REFERENCE_FORMS}`);
  switch (reference.scheme) {
    case 'env':
      return required(
        await variable(reference.name),
        `the environment variable ${reference.name} is not set`,
      );
    case 'file':
      return required(await readSecretFile(reference.path, settings), 'its file cannot be read');
    case 'keyring':
      throw new UserError('This release cannot read the keyring yet. Use env:NAME or file:/path.');
  }
}

function required(secret: string | null | undefined, reason: string): string {
  if (secret !== null && secret !== undefined && secret !== '') return secret;
  throw new UserError(`Its secret is missing where the flow runs: ${reason}.`);
}

async function readSecretFile(file: string, settings: SecretSettings): Promise<string | null> {
  const allowed = await allowedFile(file, settings);
  try {
    return (await readFile(allowed, 'utf8')).trim();
  } catch {
    return null;
  }
}
