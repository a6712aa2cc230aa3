import type { DatabaseSync } from 'node:sqlite';
import type { TableInfo } from '../../../domain/connection.ts';
import { quotedIdentifier } from '../../sql/identifier.ts';
import type { SqlDriver } from '../../sql/sql-driver.ts';
import { describeSqliteError, isSqliteOutOfRange } from './sqlite-errors.ts';
import { readingSqlite } from './sqlite-file.ts';
import { readSqlite } from './sqlite-read.ts';
import { sqliteTypedQuery } from './sqlite-typed-query.ts';
import { sqliteWindow } from './sqlite-window.ts';
import { writeSqlite } from './sqlite-write.ts';

/** SQLite by the module of Node, which works synchronously. */
export const SQLITE_DRIVER: SqlDriver = {
  async test(target) {
    await readingSqlite(target, (database) =>
      database.prepare('SELECT 1 FROM sqlite_schema').all(),
    );
  },
  tables: (target) => readingSqlite(target, listTables),
  read: (target, read) => readingSqlite(target, (database) => readSqlite(database, read)),
  window: (target, read) => readingSqlite(target, (database) => sqliteWindow(database, read)),
  typedQuery: (target, source) =>
    readingSqlite(target, (database) => sqliteTypedQuery(database, source)),
  isOutOfRange: isSqliteOutOfRange,
  write: writeSqlite,
  describe: describeSqliteError,
};

function listTables(database: DatabaseSync): readonly TableInfo[] {
  const found = database
    .prepare(
      `SELECT name FROM sqlite_schema
       WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
       ORDER BY type, name`,
    )
    .all();
  return found.map(({ name }) => {
    const table = String(name);
    const columns = database
      .prepare(`SELECT * FROM ${quotedIdentifier(table)}`)
      .columns()
      .map((column) => ({ name: column.name, type: column.type ?? '' }));
    return { name: table, schema_name: null, qualified: table, columns, row_estimate: null };
  });
}
