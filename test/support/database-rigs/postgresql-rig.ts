import { Client } from 'pg';
import { createEmptyDatabase, dropDatabase } from '../database.ts';
import type { DriverRig } from '../sql-driver-contract.ts';

/** PostgreSQL, with what only its tests need. */
export interface PostgresqlRig extends DriverRig {
  /** How the server would execute a statement, whatever its values. */
  planOf(statement: string): Promise<string>;
}

/** Creates an empty database of the server that all tests share. */
export async function startPostgresql(): Promise<PostgresqlRig> {
  const address = await createEmptyDatabase();
  const url = new URL(address);
  const client = new Client({ connectionString: address });
  await client.connect();
  return {
    fields: {
      provider: 'postgresql',
      host: url.searchParams.get('host') ?? url.hostname,
      port: Number(url.port || '5432'),
      database: url.pathname.slice(1),
      username: decodeURIComponent(url.username),
    },
    execute: async (sql) => {
      await client.query(sql);
    },
    planOf: async (statement) => {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (GENERIC_PLAN) ${statement}`,
      );
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    },
    close: async () => {
      await client.end();
      await dropDatabase(address);
    },
  };
}
