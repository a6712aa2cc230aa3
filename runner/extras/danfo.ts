import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { errorMessage } from '../domain/error-message.ts';
import { UserError } from '../domain/errors.ts';
import { extrasFolder } from './extras-folder.ts';

const PACKAGE = 'danfojs-node';
const ADVICE =
  'Install it with `npx millrace setup danfo`; on Kubernetes, use an image of the target runner-danfo.';

/**
 * Finds danfojs-node in the extra `danfo`, without loading it.
 * @param folder the folder of the extras
 * @returns the folder of the package
 * @throws UserError when the extra is missing or of another version, with the command that installs it
 */
export function findDanfo(folder: string): string {
  const place = path.join(folder, 'danfo');
  const installed = path.join(place, 'node_modules', PACKAGE, 'package.json');
  if (!existsSync(installed)) {
    throw new UserError(`${PACKAGE} is not installed in ${place}. ${ADVICE}`);
  }
  const version = versionOf(installed);
  const locked = lockedVersion();
  if (version !== locked) {
    throw new UserError(
      `${PACKAGE} in ${place} is version ${version}, and this release needs ${locked}. ${ADVICE}`,
    );
  }
  return path.dirname(installed);
}

/**
 * Loads danfojs-node from the extra `danfo`, which takes half a second and 130 MB of memory.
 * @param folder the folder of the extras
 * @returns the module; later calls return the same
 * @throws UserError when the extra is missing, incomplete or of another version, with the command that installs it
 */
export function loadDanfo(folder: string = extrasFolder(process.env)): unknown {
  const found = findDanfo(folder);
  try {
    return createRequire(path.join(found, 'package.json'))(found);
  } catch (cause) {
    throw new UserError(
      `${PACKAGE} in ${found} cannot be loaded (${firstLine(errorMessage(cause))}). ${ADVICE}`,
      { cause },
    );
  }
}

/** The version of danfojs-node that `runner/extras/danfo` locks. */
function lockedVersion(): string {
  const file = path.join(import.meta.dirname, 'danfo', 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly dependencies: { readonly [PACKAGE]: string };
  };
  return manifest.dependencies[PACKAGE];
}

function versionOf(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }).version;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
