import type { SqlDriver } from '../../sql/sql-driver.ts';
import { ask, withClient } from './snowflake-client.ts';
import { describeSnowflakeError } from './snowflake-errors.ts';
import { readSnowflake } from './snowflake-read.ts';
import { listSnowflakeTables } from './snowflake-tables.ts';
import { snowflakeWindow } from './snowflake-window.ts';
import { writeSnowflake } from './snowflake-write.ts';

/** Snowflake by its own driver. */
export const SNOWFLAKE_DRIVER: SqlDriver = {
  async test(target) {
    await withClient(target, (client) => ask(client, { sql: 'SELECT 1' }, 'answer'));
  },
  tables: listSnowflakeTables,
  read: readSnowflake,
  window: snowflakeWindow,
  write: writeSnowflake,
  describe: describeSnowflakeError,
};
