import type { SqlDriver } from '../../sql/sql-driver.ts';
import { ask, withClient } from './mssql-client.ts';
import { describeMssqlError } from './mssql-errors.ts';
import { readMssql } from './mssql-read.ts';
import { listMssqlTables } from './mssql-tables.ts';
import { mssqlWindow } from './mssql-window.ts';
import { writeMssql } from './mssql-write.ts';

/** SQL Server by tedious. */
export const MSSQL_DRIVER: SqlDriver = {
  async test(target) {
    await withClient(target, (client) => ask(client, 'SELECT 1'));
  },
  tables: listMssqlTables,
  read: readMssql,
  window: mssqlWindow,
  write: writeMssql,
  describe: describeMssqlError,
};
