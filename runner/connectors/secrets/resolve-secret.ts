import { readFile } from 'node:fs/promises';
import { UserError } from '../../domain/errors.ts';
import type { FoundSecret, ReadSecret } from '../../domain/named-secret.ts';
import { forbidCoreDumps } from './forbid-core-dumps.ts';
import { allowedFile } from './secret-policy.ts';
import { parseSecretReference, REFERENCE_FORMS } from './secret-reference.ts';

/** How the secrets of a process are found. */
export interface SecretSources {
  /** The absolute folders of the files of secrets. */
  readonly fileFolders: readonly string[];
  /** Reads variables and entries of the keyring; none that no reference may name. */
  readonly named: ReadSecret;
}

/**
 * Reads the secret that a reference names.
 * @throws UserError that says where it was searched, without the secret
 */
export async function resolveSecret(
  text: string,
  { fileFolders, named }: SecretSources,
): Promise<string> {
  const reference = parseSecretReference(text);
  if (reference === null) {
    throw new UserError(`Its secret reference is invalid. ${REFERENCE_FORMS}`);
  }
  await forbidCoreDumps();
  const found =
    reference.scheme === 'file'
      ? await readSecretFile(reference.path, fileFolders)
      : await named(reference);
  if ('missing' in found) throw missing(found.missing);
  if (found.value === '') throw missing('it is empty');
  return found.value;
}

function missing(reason: string): UserError {
  return new UserError(`Its secret is missing where the flow runs: ${reason}.`);
}

async function readSecretFile(file: string, folders: readonly string[]): Promise<FoundSecret> {
  const allowed = await allowedFile(file, folders);
  try {
    return { value: (await readFile(allowed, 'utf8')).trim() };
  } catch {
    return { missing: `its file cannot be read: ${file}` };
  }
}
