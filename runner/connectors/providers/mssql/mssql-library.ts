import type * as Tedious from 'tedious';
import { loadPackage } from '../../../extras/extra-package.ts';

/** The library, which is loaded on first use. @throws UserError when its extra is not installed */
export function mssqlLibrary(): typeof Tedious {
  const loaded = loadPackage({ extra: 'mssql', name: 'tedious' });
  return loaded as typeof Tedious;
}
