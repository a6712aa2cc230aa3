import { databaseField, secretField, USERNAME } from '../connection-form.ts';
import type { Provider } from '../provider.ts';
import { checkNoTarget } from '../sql/target-options.ts';

export const snowflake: Provider = {
  name: 'snowflake',
  label: 'Snowflake',
  kind: 'sql',
  driver: { module: 'snowflake-sdk', extra: 'snowflake' },
  defaultPort: null,
  needs: { host: true, auth: true, query: true, bucket: false, region: false, endpoint: false },
  permissions: ['credentials', 'database_access', 'network'],
  required: ['host', 'database'],
  form: [
    { key: 'host', label: 'Account', type: 'string', required: true },
    databaseField('Database', 'The name of the database.'),
    USERNAME,
    secretField('Password'),
  ],
  check: checkNoTarget,
};
