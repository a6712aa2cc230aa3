import { withSqlConnection } from '../connectors/use-connection.ts';
import { readSecretSources } from '../connectors/secrets/read-secret-sources.ts';
import type { TableInfo } from '../domain/connection.ts';
import type { ConnectionTablesJob, ConnectionTestJob } from '../domain/runner-job.ts';

/** Tests a connection. @throws UserError with the reason why it does not work */
export async function testConnection({ connection }: ConnectionTestJob): Promise<null> {
  await withSqlConnection(connection, readSecretSources(process.env), (driver, target) =>
    driver.test(target),
  );
  return null;
}

/** Lists the tables and views of a connection. @throws UserError */
export async function listTables({
  connection,
}: ConnectionTablesJob): Promise<readonly TableInfo[]> {
  return await withSqlConnection(connection, readSecretSources(process.env), (driver, target) =>
    driver.tables(target),
  );
}
