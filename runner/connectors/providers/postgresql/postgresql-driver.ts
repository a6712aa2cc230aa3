import { errorCode } from '../../../domain/error-code.ts';
import type { SqlDriver } from '../../sql/sql-driver.ts';
import { ask, withClient } from './postgresql-client.ts';
import { describePostgresqlError } from './postgresql-errors.ts';
import { readPostgresql } from './postgresql-read.ts';
import { postgresqlTypedQuery } from './postgresql-typed-query.ts';
import { listPostgresqlTables } from './postgresql-tables.ts';
import { postgresqlWindow } from './postgresql-window.ts';
import { writePostgresql } from './postgresql-write.ts';

/** PostgreSQL by node-postgres and its COPY. */
export const POSTGRESQL_DRIVER: SqlDriver = {
  async test(target) {
    await withClient(target, (client) => ask(client, 'SELECT 1'));
  },
  tables: listPostgresqlTables,
  read: readPostgresql,
  write: writePostgresql,
  typedQuery: postgresqlTypedQuery,
  window: postgresqlWindow,
  isOutOfRange: (error) => errorCode(error) === '22003',
  describe: describePostgresqlError,
};
