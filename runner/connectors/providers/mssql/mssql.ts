import { CA_CERTIFICATE } from '../../ca-certificate.ts';
import { databaseField, secretField, serverFields, USERNAME } from '../../connection-form.ts';
import type { Provider } from '../../provider.ts';
import { checkSqlServer } from '../../sql/check-sql-server.ts';

export const mssql: Provider = {
  name: 'mssql',
  label: 'SQL Server',
  kind: 'sql',
  driver: { module: 'tedious', extra: 'mssql' },
  defaultPort: 1433,
  needs: { host: true, auth: true, query: true, bucket: false, region: false, endpoint: false },
  permissions: ['credentials', 'database_access', 'network'],
  required: ['host', 'database'],
  form: [
    ...serverFields(1433),
    databaseField('Database', 'The name of the database.'),
    USERNAME,
    secretField('Password'),
    {
      key: 'options.sslmode',
      label: 'TLS',
      type: 'select',
      required: false,
      default: 'prefer',
      options: ['disable', 'prefer', 'require', 'verify-full'],
      help: 'prefer: TLS if the server has it, without a check of its certificate. verify-full checks the certificate and its host.',
    },
    CA_CERTIFICATE,
  ],
  check: checkSqlServer,
  sql: async () => (await import('./mssql-driver.ts')).MSSQL_DRIVER,
};
