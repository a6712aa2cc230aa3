import type { DialectName, SqlDialect } from './dialect.ts';
import { DUCKDB } from './duckdb/duckdb-dialect.ts';
import { MARIADB, MYSQL } from './mysql/mysql-dialect.ts';
import { POSTGRESQL } from './postgresql/postgresql-dialect.ts';
import { SQLITE } from './sqlite/sqlite-dialect.ts';

/** The dialects by name. */
export const SQL_DIALECTS: Readonly<Record<DialectName, SqlDialect>> = {
  postgresql: POSTGRESQL,
  duckdb: DUCKDB,
  sqlite: SQLITE,
  mysql: MYSQL,
  mariadb: MARIADB,
};
