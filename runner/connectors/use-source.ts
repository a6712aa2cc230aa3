import type { Connection } from '../domain/connection.ts';
import type { SqlSource } from '../domain/sql-source.ts';
import { checkSource } from './check-source.ts';
import type { ConnectionTarget } from './connection-target.ts';
import { providerOf } from './providers/index.ts';
import type { SecretSources } from './secrets/resolve-secret.ts';
import { explainingQuery } from './sql/query-mistake.ts';
import type { SqlDriver } from './sql/sql-driver.ts';
import { withSqlConnection } from './use-connection.ts';

/**
 * Uses a connection to read a table, a query or a path of its service.
 * @throws UserError when the source does not suit the provider, and all errors of `withSqlConnection`
 */
export async function useSource<T>(
  connection: Connection,
  secrets: SecretSources,
  source: SqlSource,
  work: (driver: SqlDriver, target: ConnectionTarget) => Promise<T>,
): Promise<T> {
  checkSource(connection, source);
  const use = (): Promise<T> => withSqlConnection(connection, secrets, work);
  // The paths of a service are no SQL.
  const isDatabase = providerOf(connection.provider)?.kind === 'sql';
  return isDatabase ? await explainingQuery(source, use) : await use();
}
