import { CA_CERTIFICATE } from '../../ca-certificate.ts';
import { databaseField, secretField, serverFields, USERNAME } from '../../connection-form.ts';
import type { Provider } from '../../provider.ts';
import { checkSqlServer } from '../../sql/check-sql-server.ts';
import { SSL_MODES } from '../../sql/ssl-mode.ts';

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
    databaseField(
      'Database',
      'The name of the database. Several outputs of a run become visible one after the other, and rows can only be added to tables of an engine with transactions, such as InnoDB.',
    ),
    USERNAME,
    secretField('Password'),
    {
      key: 'options.sslmode',
      label: 'TLS',
      type: 'select',
      required: false,
      default: 'prefer',
      options: SSL_MODES,
      help: 'prefer: TLS if the server has it, without a check of its certificate. verify-full checks the certificate and its host.',
    },
    CA_CERTIFICATE,
  ],
  check: checkSqlServer,
  sql: async () => (await import('./mysql-driver.ts')).MYSQL_DRIVER,
};
