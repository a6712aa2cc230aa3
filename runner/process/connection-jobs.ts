import { providerOf } from '../connectors/providers/index.ts';
import { readSecretSources } from '../connectors/secrets/read-secret-sources.ts';
import { useStorage } from '../connectors/storage/use-storage.ts';
import { withSqlConnection } from '../connectors/use-connection.ts';
import type { TableInfo } from '../domain/connection.ts';
import type { ConnectionTablesJob, ConnectionTestJob } from '../domain/runner-job.ts';

/** Tests a connection. @throws UserError with the reason why it does not work */
export async function testConnection({ connection }: ConnectionTestJob): Promise<null> {
  const sources = readSecretSources(process.env);
  if (providerOf(connection.provider)?.storage === undefined) {
    await withSqlConnection(connection, sources, (driver, target) => driver.test(target));
  } else {
    await useStorage(connection, sources, (storage) => storage.test());
  }
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
