import { createRequire, isBuiltin } from 'node:module';
import { UserError } from '../domain/errors.ts';
import { findPackage } from '../extras/extra-package.ts';
import { isExtra } from '../extras/extras.ts';
import type { Provider, ProviderDriver } from './provider.ts';

const require = createRequire(import.meta.url);

/**
 * Whether the service can use a provider here: it knows how, and the driver is installed. It loads nothing.
 * @param extras the folder of the extras
 */
export function isAvailable(provider: Provider, extras: string): boolean {
  const isKnown = provider.sql !== undefined || provider.storage !== undefined;
  return isKnown && missingDriver(provider, extras) === null;
}

/**
 * The sentence that says how to install the driver of a provider; null when it is there.
 * @param extras the folder of the extras
 */
export function missingDriver({ label, driver }: Provider, extras: string): string | null {
  if (driver === null) return null;
  const reason = missingPackage(driver, extras);
  return reason === null ? null : `${label} needs a driver. ${reason}`;
}

function missingPackage({ module, extra }: ProviderDriver, extras: string): string | null {
  if (!isExtra(extra)) {
    return isInstalled(module)
      ? null
      : `${module} is not installed. Install it with \`npm install ${module}\`.`;
  }
  try {
    findPackage({ extra, name: module }, extras);
    return null;
  } catch (error) {
    if (error instanceof UserError) return error.message;
    throw error;
  }
}

function isInstalled(module: string): boolean {
  if (module.startsWith('node:')) return isBuiltin(module);
  try {
    require.resolve(module);
    return true;
  } catch {
    return false;
  }
}
