import { randomUUID } from 'node:crypto';
import type { Database } from '../../prisma/client.ts';
import { administer, databaseUrl } from './database-url.ts';
import { TEMPLATE_DATABASE } from './template-database.ts';
import { requestSharedServer } from './shared-servers.ts';

export interface TestDatabase {
  readonly url: string;
  readonly client: Database;
  /** Closes the client and removes the database. */
  drop(): Promise<void>;
}

const POOL_SIZE = 5;

/** Creates a migrated, empty database for a test file. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const url = await createMigratedDatabase();
  const client = await connectTo(url);
  return {
    url,
    client,
    drop: async () => {
      await client.$disconnect();
      await dropDatabase(url);
    },
  };
}

/** Creates a migrated, empty database. @returns its URL */
export async function createMigratedDatabase(): Promise<string> {
  return createDatabase(TEMPLATE_DATABASE);
}

/** Creates the client of a migrated database. Most tests of the API need none, so it is loaded here. */
export async function connectTo(url: string): Promise<Database> {
  const { createPrismaClient } = await import('../../prisma/client.ts');
  return createPrismaClient(url, { poolSize: POOL_SIZE });
}

/** Creates a database without tables, for tests of the migrations. */
export async function createEmptyDatabase(): Promise<string> {
  return createDatabase('template0');
}

export async function dropDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await administer(await serverUrl(), `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
}

/** Runs one statement on the shared server of the tests. */
export async function administerServer(sql: string): Promise<void> {
  await administer(await serverUrl(), sql);
}

/** False: cuts every connection to the database and rejects new ones. True: accepts connections again. */
export async function allowConnections(url: string, allowed: boolean): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await administerServer(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS ${String(allowed)}`);
  if (allowed) return;
  await administerServer(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`,
  );
}

async function createDatabase(template: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await administer(await serverUrl(), `CREATE DATABASE "${name}" TEMPLATE "${template}"`);
  return databaseUrl(await serverUrl(), name);
}

let server: Promise<string> | null = null;

async function serverUrl(): Promise<string> {
  return await (server ??= requestSharedServer('database'));
}
