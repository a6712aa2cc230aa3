import type { SqlDialect } from '../../../runner/compilers/sql/dialect.ts';
import { DUCKDB } from '../../../runner/compilers/sql/duckdb/duckdb-dialect.ts';
import { MARIADB } from '../../../runner/compilers/sql/mysql/mysql-dialect.ts';
import { POSTGRESQL } from '../../../runner/compilers/sql/postgresql/postgresql-dialect.ts';
import { SQLITE } from '../../../runner/compilers/sql/sqlite/sqlite-dialect.ts';
import { lackForMariadb } from '../mariadb-server.ts';
import type { DriverRig } from '../sql-driver-contract.ts';
import { startDuckdb } from './duckdb-rig.ts';
import { startMariadb } from './mariadb-rig.ts';
import { startPostgresql } from './postgresql-rig.ts';
import { startSqlite } from './sqlite-rig.ts';

/** A provider whose databases compute nodes, for the tests that compare them with the engines. */
export interface PushdownRig {
  /** The name of the provider in the titles of tests. */
  readonly name: string;
  readonly dialect: SqlDialect;
  readonly start: () => Promise<DriverRig> | DriverRig;
}

/** Every provider with a dialect of which the machine has a database. */
export const PUSHDOWN_RIGS: readonly PushdownRig[] = [
  { name: 'PostgreSQL', dialect: POSTGRESQL, start: startPostgresql },
  { name: 'DuckDB', dialect: DUCKDB, start: startDuckdb },
  { name: 'SQLite', dialect: SQLITE, start: startSqlite },
  ...(lackForMariadb() === null
    ? [{ name: 'MariaDB', dialect: MARIADB, start: startMariadb }]
    : []),
];
