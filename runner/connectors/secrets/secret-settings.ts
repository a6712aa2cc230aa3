import path from 'node:path';

/** Which secrets connections may use, and where they are. */
export interface SecretSettings {
  /** Names of variables, or beginnings that end in `*`. Empty: any name. */
  readonly allowedVariables: readonly string[];
  /** Absolute folders. */
  readonly fileFolders: readonly string[];
}

/** Where container platforms mount secrets. */
export const MOUNTED_SECRETS = '/run/secrets';

/** The absolute folders of the files of secrets. @param options.fileFolders empty: the default folders */
export function secretFolders(options: {
  readonly fileFolders: readonly string[];
  readonly dataDir: string;
}): readonly string[] {
  const { fileFolders, dataDir } = options;
  const folders =
    fileFolders.length > 0 ? fileFolders : [path.join(dataDir, 'secrets'), MOUNTED_SECRETS];
  return folders.map((folder) => path.resolve(folder));
}
