import { databaseField, secretField, serverFields, USERNAME } from '../connection-form.ts';
import type { Provider } from '../provider.ts';

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
    databaseField('Database', 'The name of the database; its collections are the tables.'),
    USERNAME,
    secretField('Password'),
  ],
};
