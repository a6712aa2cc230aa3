import { CA_CERTIFICATE } from '../../ca-certificate.ts';
import { databaseField, secretField, serverFields, USERNAME } from '../../connection-form.ts';
import type { Provider } from '../../provider.ts';
import { checkAddress, TLS_MODES } from './mongodb-address.ts';

export const mongodb: Provider = {
  name: 'mongodb',
  label: 'MongoDB',
  kind: 'mongo',
  driver: { module: 'mongodb', extra: 'mongo' },
  defaultPort: 27017,
  needs: { host: true, auth: true, query: false, bucket: false, region: false, endpoint: false },
  permissions: ['credentials', 'database_access', 'network'],
  required: ['host', 'database'],
  form: [
    ...serverFields(27_017),
    databaseField(
      'Database',
      'The name of the database; its collections are the tables. A collection is replaced at once. Documents that are added or updated are written without a transaction: others can see some of them before the last one, and a write that fails removes and restores them.',
    ),
    USERNAME,
    secretField('Password'),
    {
      key: 'options.auth_source',
      label: 'Database of the user',
      type: 'string',
      required: false,
      default: 'admin',
      help: 'The database in which the user was created.',
    },
    {
      key: 'options.sslmode',
      label: 'TLS',
      type: 'select',
      required: false,
      default: 'disable',
      options: TLS_MODES,
      help: 'require: TLS without a check of the certificate. verify-ca checks its authority, verify-full also its host.',
    },
    CA_CERTIFICATE,
  ],
  check: checkAddress,
  sql: async () => (await import('./mongodb-driver.ts')).MONGODB_DRIVER,
};
