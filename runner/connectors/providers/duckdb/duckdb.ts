import { databaseField } from '../../connection-form.ts';
import type { Provider } from '../../provider.ts';
import { checkNoTarget } from '../../sql/target-options.ts';

export const duckdb: Provider = {
  name: 'duckdb',
  label: 'DuckDB',
  kind: 'sql',
  driver: { module: '@duckdb/node-api', extra: 'duckdb' },
  defaultPort: null,
  needs: { host: false, auth: false, query: true, bucket: false, region: false, endpoint: false },
  permissions: ['database_access', 'network'],
  required: ['database'],
  form: [databaseField('File', 'The path of the database file.')],
  check: checkNoTarget,
  sql: async () => (await import('./duckdb-driver.ts')).DUCKDB_DRIVER,
};
