import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../domain/errors.ts';
import type { SecretReference } from './secret-reference.ts';
import type { SecretSettings } from './secret-settings.ts';

/** Whether the variable of a name may be read: it is none of the service, and on the list if there is one. */
export function isAllowedVariable(
  name: string,
  { allowedVariables }: SecretSettings,
  isOwn: (name: string) => boolean,
): boolean {
  return !isOwn(name) && isListed(name, allowedVariables);
}

/**
 * Checks whether a connection may use a secret. It does not read the secret.
 * @param isOwn whether a variable is a setting of the service, in any letter case
 * @throws UserError, which does not repeat the reference
 */
export async function checkSecretPolicy(
  reference: SecretReference,
  settings: SecretSettings,
  isOwn: (name: string) => boolean,
): Promise<void> {
  if (reference.scheme === 'env') {
    if (isOwn(reference.name)) {
      throw new UserError(
        'password_env names a setting of the service. Put the secret into a variable of its own.',
      );
    }
    if (!isListed(reference.name, settings.allowedVariables)) {
      throw new UserError(
        'password_env names a variable that SERVICE_SECRET_ENV_ALLOWLIST does not contain.',
      );
    }
  }
  if (reference.scheme === 'file') await allowedFile(reference.path, settings.fileFolders);
}

/** Where pods have the credentials of their service account, which no server of a connection may get. */
const POD_CREDENTIALS = '/run/secrets/kubernetes.io/';

/** The real path of a secret's file. @throws UserError for a file outside of the folders of secrets */
export async function allowedFile(file: string, fileFolders: readonly string[]): Promise<string> {
  const resolved = await realPathOf(path.resolve(file));
  if (resolved.startsWith(POD_CREDENTIALS)) throw outside();
  const folders = await Promise.all(fileFolders.map(realPathOf));
  if (folders.some((folder) => resolved.startsWith(folder + path.sep))) return resolved;
  throw outside();
}

function outside(): UserError {
  return new UserError(
    'password_env names a file outside of the folders of secrets. Move it there, or add its folder to SERVICE_SECRET_FILE_DIRS.',
  );
}

function isListed(name: string, entries: readonly string[]): boolean {
  if (entries.length === 0) return true;
  return entries.some((entry) =>
    entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry,
  );
}

/** The path with its links resolved, as far as it exists. */
async function realPathOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(await realPathOf(parent), path.basename(file));
  }
}
