import type { SqlDriver } from '../../sql/sql-driver.ts';
import { ask, withClient } from './mysql-client.ts';
import { describeMysqlError } from './mysql-errors.ts';
import { readMysql } from './mysql-read.ts';
import { listMysqlTables } from './mysql-tables.ts';
import { mysqlWindow } from './mysql-window.ts';
import { writeMysql } from './mysql-write.ts';

/** MySQL and MariaDB by mysql2. */
export const MYSQL_DRIVER: SqlDriver = {
  async test(target) {
    await withClient(target, (client) => ask(client, 'SELECT 1'));
  },
  tables: listMysqlTables,
  read: readMysql,
  window: mysqlWindow,
  write: writeMysql,
  describe: describeMysqlError,
};
