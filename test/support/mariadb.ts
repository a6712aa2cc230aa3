import { randomUUID } from 'node:crypto';
import { connected } from './mariadb-server.ts';
import { requestSharedServer } from './shared-servers.ts';
import type { DriverRig } from './sql-driver-contract.ts';

/** A new database on the MariaDB server of a Jest run, which root may use without a password. */
export interface MariadbRig extends DriverRig {
  readonly fields: {
    readonly provider: 'mysql';
    readonly host: string;
    readonly port: number;
    readonly database: string;
    readonly username: string;
  };
  execute(sql: string): Promise<void>;
  /** The rows of a statement, each an array. */
  rows(sql: string): Promise<readonly (readonly unknown[])[]>;
  close(): Promise<void>;
}

/** Creates a database; `close` drops it. @throws Error when MariaDB is not installed */
export async function createMariadb(): Promise<MariadbRig> {
  const port = Number(await requestSharedServer('mariadb'));
  if (port === 0) throw new Error('MariaDB is not installed: install the package mariadb-server.');
  const database = `m_${randomUUID().replaceAll('-', '')}`;
  const client = await connected(port);
  await client.query(`CREATE DATABASE ${database} CHARACTER SET utf8mb4`);
  await client.query(`USE ${database}`);
  return {
    fields: { provider: 'mysql', host: '127.0.0.1', port, database, username: 'root' },
    execute: async (sql) => {
      await client.query(sql);
    },
    rows: async (sql) => {
      const [rows] = await client.query<never>({ sql, rowsAsArray: true });
      return rows;
    },
    close: async () => {
      await client.query(`DROP DATABASE ${database}`);
      await client.end();
    },
  };
}
