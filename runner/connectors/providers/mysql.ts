import { databaseField, secretField, serverFields, USERNAME } from '../connection-form.ts';
import type { Provider } from '../provider.ts';
import { checkNoTarget } from '../sql/target-options.ts';

export const mysql: Provider = {
  name: 'mysql',
  label: 'MySQL / MariaDB',
  kind: 'sql',
  driver: { module: 'mysql2', extra: 'mysql' },
  defaultPort: 3306,
  needs: { host: true, auth: true, query: true, bucket: false, region: false, endpoint: false },
  permissions: ['credentials', 'database_access', 'network'],
  required: ['host', 'database'],
  form: [
    ...serverFields(3306),
    databaseField('Database', 'The name of the database.'),
    USERNAME,
    secretField('Password'),
  ],
  check: checkNoTarget,
};
