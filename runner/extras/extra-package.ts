import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { errorMessage } from '../domain/error-message.ts';
import { UserError } from '../domain/errors.ts';
import { extrasFolder, folderOption } from './extras-folder.ts';
import type { Extra } from './extras.ts';

/** A package of an extra. */
export interface ExtraPackage {
  readonly extra: Extra;
  /** The name of the npm package. */
  readonly name: string;
  /** How to get it where `millrace setup` does not help, as a clause: `on Kubernetes, use …`. */
  readonly elsewhere?: string;
}

/** The packages of the clone: its development dependencies contain the drivers, for their types. */
const OWN = path.resolve(import.meta.dirname, '..', '..');

/**
 * Finds a package of an extra without loading it: in the folder of the extras, else among the packages of the
 * clone.
 * @param extras the folder of the extras
 * @returns the folder of the package
 * @throws UserError when it is missing or of another version, with the command that installs it
 */
export function findPackage(requested: ExtraPackage, extras: string): string {
  const { extra, name } = requested;
  const place = path.join(extras, extra);
  const found = [place, OWN]
    .map((folder) => path.join(folder, 'node_modules', name))
    .find((folder) => existsSync(path.join(folder, 'package.json')));
  if (found === undefined) {
    throw new UserError(`${name} is not installed in ${place}. ${adviceFor(requested, extras)}`);
  }
  const version = versionOf(found);
  const locked = lockedVersion(requested);
  if (version !== locked) {
    throw new UserError(
      `${name} in ${place} is version ${version}, and this release needs ${locked}. ${adviceFor(requested, extras)}`,
    );
  }
  return found;
}

/**
 * Loads a package of an extra.
 * @param extras the folder of the extras
 * @returns the module; later calls return the same
 * @throws UserError when it is missing, incomplete or of another version, with the command that installs it
 */
export function loadPackage(
  requested: ExtraPackage,
  extras: string = extrasFolder(process.env),
): unknown {
  const found = findPackage(requested, extras);
  try {
    return createRequire(path.join(found, 'package.json'))(found);
  } catch (cause) {
    throw new UserError(
      `${requested.name} in ${found} cannot be loaded (${firstLine(errorMessage(cause))}). ${adviceFor(requested, extras)}`,
      { cause },
    );
  }
}

function adviceFor({ extra, elsewhere }: ExtraPackage, extras: string): string {
  const rest = elsewhere === undefined ? '' : `; ${elsewhere}`;
  return `Install it with \`npx millrace setup ${extra}${folderOption(extras)}\`${rest}.`;
}

/** The version of a package that the extra locks. */
function lockedVersion({ extra, name }: ExtraPackage): string {
  const file = path.join(import.meta.dirname, extra, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const version = manifest.dependencies[name];
  if (version === undefined) throw new Error(`${file} does not list ${name}`);
  return version;
}

/** The version of an installed package. @param folder the folder of the package */
export function versionOf(folder: string): string {
  const file = path.join(folder, 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
