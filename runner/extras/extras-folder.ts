import path from 'node:path';

/**
 * Returns the folder of the optional packages that `millrace setup` installs, each in a folder of its own.
 * @param env usually `process.env`; an empty variable counts as absent
 */
export function extrasFolder(env: Readonly<Record<string, string | undefined>>): string {
  const folder = trimmed(env.SERVICE_EXTRAS_DIR);
  if (folder !== undefined) return path.resolve(folder);
  return path.resolve(trimmed(env.SERVICE_DATA_DIR) ?? '.millrace', 'extras');
}

/**
 * The option, with a space before it, by which a command of `npx millrace` installs into a folder; nothing when
 * that is where the command installs by default, in the shell of a user.
 */
export function folderOption(folder: string, part = ''): string {
  if (folder === path.join(extrasFolder({}), part)) return '';
  return ` --folder ${/^[\w.:/\\-]+$/.test(folder) ? folder : `'${folder}'`}`;
}

function trimmed(text: string | undefined): string | undefined {
  const rest = text?.trim();
  return rest === '' ? undefined : rest;
}
