import type { SqlDriver } from '../../sql/sql-driver.ts';
import { describeDuckdbError, isDuckdbOutOfRange } from './duckdb-errors.ts';
import { readingDuckdb } from './duckdb-file.ts';
import { readDuckdb } from './duckdb-read.ts';
import { listDuckdbTables } from './duckdb-tables.ts';
import { duckdbTypedQuery } from './duckdb-typed-query.ts';
import { duckdbWindow } from './duckdb-window.ts';
import { DUCKDB_TRANSACTIONS } from './duckdb-write.ts';

/** DuckDB by its library, which works in threads of its own. */
export const DUCKDB_DRIVER: SqlDriver = {
  async test(target) {
    await readingDuckdb(target, ({ connection }) => connection.run('SELECT 1'));
  },
  tables: listDuckdbTables,
  read: readDuckdb,
  write: (target, write) => DUCKDB_TRANSACTIONS.write(target, write),
  typedQuery: duckdbTypedQuery,
  window: duckdbWindow,
  isOutOfRange: isDuckdbOutOfRange,
  describe: describeDuckdbError,
};
