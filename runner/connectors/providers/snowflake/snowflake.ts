import { databaseField, secretField, USERNAME } from '../../connection-form.ts';
import type { Provider } from '../../provider.ts';
import { checkNoTarget } from '../../sql/target-options.ts';
import { checkAccount, defaultSchema } from './snowflake-account.ts';

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
    {
      key: 'host',
      label: 'Account',
      type: 'string',
      required: true,
      placeholder: 'ORGANIZATION-ACCOUNT',
      help: 'The identifier of the account, or the host name of its URL.',
    },
    databaseField('Database', 'The name of the database.'),
    { key: 'options.schema', label: 'Schema', type: 'string', required: false },
    { key: 'options.warehouse', label: 'Warehouse', type: 'string', required: false },
    { key: 'options.role', label: 'Role', type: 'string', required: false },
    USERNAME,
    secretField('Password, access token or private key'),
  ],
  check: (fields) => {
    checkNoTarget(fields);
    checkAccount(fields);
  },
  // Tables are named without their schema.
  place: defaultSchema,
  sql: async () => (await import('./snowflake-driver.ts')).SNOWFLAKE_DRIVER,
};
