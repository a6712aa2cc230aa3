import { findPackage, loadPackage, versionOf, type ExtraPackage } from './extra-package.ts';
import { extrasFolder } from './extras-folder.ts';

const DANFO: ExtraPackage = {
  extra: 'danfo',
  name: 'danfojs-node',
  elsewhere: 'on Kubernetes, use an image of the target runner-extras',
};

/**
 * Finds danfojs-node in the extra `danfo`, without loading it.
 * @param folder the folder of the extras
 * @returns the folder of the package
 * @throws UserError when the extra is missing or of another version, with the command that installs it
 */
export function findDanfo(folder: string): string {
  return findPackage(DANFO, folder);
}

/**
 * The version of danfojs-node in the extra `danfo`.
 * @param folder the folder of the extras
 * @throws UserError when the extra is missing or of another version, with the command that installs it
 */
export function danfoVersion(folder: string): string {
  return versionOf(findDanfo(folder));
}

/**
 * Loads danfojs-node from the extra `danfo`, which takes half a second and 130 MB of memory.
 * @param folder the folder of the extras
 * @returns the module; later calls return the same
 * @throws UserError when the extra is missing, incomplete or of another version, with the command that installs it
 */
export function loadDanfo(folder: string = extrasFolder(process.env)): unknown {
  return loadPackage(DANFO, folder);
}
