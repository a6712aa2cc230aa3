import type { SqlDriver } from '../../sql/sql-driver.ts';
import { ask, withClient } from './mysql-client.ts';
import { describeMysqlError, isMysqlOutOfRange } from './mysql-errors.ts';
import { readMysql } from './mysql-read.ts';
import { listMysqlTables } from './mysql-tables.ts';
import { mysqlTypedQuery } from './mysql-typed-query.ts';
import { mysqlWindow } from './mysql-window.ts';
import { writeMysql } from './mysql-write.ts';

/** MySQL and MariaDB by mysql2. */
export const MYSQL_DRIVER: SqlDriver = {
  async test(target) {
    await withClient(target, (client) => ask(client, 'SELECT 1'));
  },
  tables: listMysqlTables,
  read: readMysql,
  typedQuery: mysqlTypedQuery,
  window: mysqlWindow,
  isOutOfRange: isMysqlOutOfRange,
  write: writeMysql,
  describe: describeMysqlError,
};
