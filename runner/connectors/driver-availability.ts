import { createRequire, isBuiltin } from 'node:module';
import type { Provider } from './provider.ts';

const require = createRequire(import.meta.url);

/** Whether the service can use a provider here: it knows how, and the driver is installed. It loads nothing. */
export function isAvailable(provider: Provider): boolean {
  const isKnown = provider.sql !== undefined || provider.storage !== undefined;
  return isKnown && missingDriver(provider) === null;
}

/** The sentence that says how to install the driver of a provider; null when it is there. */
export function missingDriver({ label, driver }: Provider): string | null {
  if (driver === null || isInstalled(driver.module)) return null;
  return `The driver of ${label} is not installed. Install it with \`npm install ${driver.module}\`.`;
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
