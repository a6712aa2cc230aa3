import type * as DuckdbApi from '@duckdb/node-api';
import { loadPackage } from '../../../extras/extra-package.ts';

/** The library, which is loaded on first use. @throws UserError when its extra is not installed */
export function duckdbLibrary(): typeof DuckdbApi {
  const loaded = loadPackage({ extra: 'duckdb', name: '@duckdb/node-api' });
  return loaded as typeof DuckdbApi;
}
