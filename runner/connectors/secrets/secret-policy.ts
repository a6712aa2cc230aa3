import { readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../domain/errors.ts';
import { POD_SECRET_FOLDER } from '../../domain/pod-secrets.ts';
import type { SecretReference } from './secret-reference.ts';
import { MOUNTED_SECRETS, type SecretSettings } from './secret-settings.ts';

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

/**
 * Of the folders in the folder of mounted secrets only this one is for connections. Others have the credentials
 * of the pod, such as `kubernetes.io` and `eks.amazonaws.com`, which no server of a connection may get.
 */
const FOR_CONNECTIONS = path.basename(POD_SECRET_FOLDER) + path.sep;

/** The real path of a secret's file. @throws UserError for a file outside of the folders of secrets */
export async function allowedFile(file: string, fileFolders: readonly string[]): Promise<string> {
  const resolved = await realPathOf(path.resolve(file));
  const folders = await Promise.all(fileFolders.map((folder) => realPathOf(folder)));
  if (folders.some((folder) => isOf(resolved, folder))) return resolved;
  throw outside(fileFolders);
}

function isOf(file: string, folder: string): boolean {
  if (!file.startsWith(folder + path.sep)) return false;
  if (folder !== MOUNTED_SECRETS) return true;
  const inner = path.relative(folder, file);
  return !inner.includes(path.sep) || inner.startsWith(FOR_CONNECTIONS);
}

function outside(fileFolders: readonly string[]): UserError {
  const named = fileFolders.map((folder) =>
    folder === MOUNTED_SECRETS
      ? `${folder} (files directly in it, and ${POD_SECRET_FOLDER})`
      : folder,
  );
  return new UserError(
    `password_env names a file outside of the folders of secrets: ${named.join(', ')}. Move it there, or add its folder to SERVICE_SECRET_FILE_DIRS.`,
  );
}

function isListed(name: string, entries: readonly string[]): boolean {
  if (entries.length === 0) return true;
  return entries.some((entry) =>
    entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : name === entry,
  );
}

/** Links to nothing that are followed, as many as Linux follows. */
const MAX_LINKS = 40;

/** The path with its links resolved, as far as it exists: also that of a link to nothing, where a file may appear. */
async function realPathOf(file: string, links = { left: MAX_LINKS }): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    const parent = path.dirname(file);
    if (parent === file) return file;
    const place = path.join(await realPathOf(parent, links), path.basename(file));
    const target = links.left > 0 ? await readlink(place).catch(() => null) : null;
    if (target === null) return place;
    links.left -= 1;
    return await realPathOf(path.resolve(path.dirname(place), target), links);
  }
}
