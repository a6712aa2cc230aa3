import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '../../prisma/embedded.ts';
import { migrate } from '../../prisma/migrate.ts';
import { isAlive } from './make-once.ts';

const PREFIX = 'millrace-db-';
export const TEMPLATE_DATABASE = 'millrace_template';

export interface DatabaseServer {
  /** Of a database that tests connect to only to make their own. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the PostgreSQL server that one run of the tests shares, with a migrated template database. */
export async function startDatabaseServer(): Promise<DatabaseServer> {
  removeAbandoned();
  const folder = mkdtempSync(path.join(tmpdir(), PREFIX));
  // As root, the server runs as a user that must be able to pass through.
  chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'pg'),
    durable: false,
  });
  const stop = async (): Promise<void> => {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(postgres.url);
    return { url: postgres.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Tests that were killed left theirs behind: the server ended with them, the files did not. */
function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const owner = path.join(tmpdir(), name, 'pg', 'owner.pid');
    if (!existsSync(owner) || isAlive(Number(readFileSync(owner, 'utf8')))) continue;
    rmSync(path.join(tmpdir(), name), { recursive: true, force: true });
  }
}

async function makeTemplate(url: string): Promise<void> {
  await administer(url, `CREATE DATABASE "${TEMPLATE_DATABASE}"`);
  await migrate(databaseUrl(url, TEMPLATE_DATABASE), { logger: { info: quiet, warn: quiet } });
}

function quiet(): void {
  // The tests of the migrations look at what is logged.
}

/** The same server, another database. */
export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Runs one statement on a connection of its own. */
export async function administer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
