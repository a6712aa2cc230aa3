import path from 'node:path';

/** Which secrets connections may use, and where they are. */
export interface SecretSettings {
  /** Names of variables, or beginnings that end in `*`. Empty: any name. */
  readonly allowedVariables: readonly string[];
  /** Absolute folders. */
  readonly fileFolders: readonly string[];
}

/** Where container platforms mount secrets. */
const MOUNTED_SECRETS = '/run/secrets';

/** The settings that the options of the service stand for. @param fileFolders empty: the default folders */
export function secretSettings(options: {
  readonly allowedVariables: readonly string[];
  readonly fileFolders: readonly string[];
  readonly dataDir: string;
}): SecretSettings {
  const { allowedVariables, fileFolders, dataDir } = options;
  const folders =
    fileFolders.length > 0 ? fileFolders : [path.join(dataDir, 'secrets'), MOUNTED_SECRETS];
  return { allowedVariables, fileFolders: folders.map((folder) => path.resolve(folder)) };
}
