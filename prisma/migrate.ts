import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { errorCode } from '../runner/domain/error-code.ts';

export interface MigrationLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface MigrateOptions {
  readonly logger: MigrationLogger;
  /** Holds one folder per migration, each with a `migration.sql`. Default: the one beside this file. */
  readonly folder?: string;
}

interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, in hex. */
  readonly checksum: string;
}

interface AppliedMigration {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: Date | null;
  readonly logs: string | null;
}

/** The key that `prisma migrate` locks too, so that the two never run at once. */
const ADVISORY_LOCK = 72_707_369;
const LOCK_TIMEOUT_MS = 60_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** The database server is not there or does not let us in; its message says why, without the password. */
export class DatabaseConnectError extends Error {
  override readonly name = 'DatabaseConnectError';

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** The table as `prisma migrate` lays it out. */
const HISTORY_TABLE = `
CREATE TABLE IF NOT EXISTS _prisma_migrations (
    id                  VARCHAR(36) PRIMARY KEY NOT NULL,
    checksum            VARCHAR(64) NOT NULL,
    finished_at         TIMESTAMPTZ,
    migration_name      VARCHAR(255) NOT NULL,
    logs                TEXT,
    rolled_back_at      TIMESTAMPTZ,
    started_at          TIMESTAMPTZ NOT NULL DEFAULT now(),
    applied_steps_count INTEGER NOT NULL DEFAULT 0
)`;

/**
 * Brings a database to the newest schema, each migration in a transaction of its own, and keeps
 * Prisma's history, so that `prisma migrate deploy` can be used before or after on the same database.
 * @returns the names of the migrations that were applied now
 * @throws DatabaseConnectError
 * @throws Error when an applied migration has changed since, or one failed before
 */
export async function migrate(databaseUrl: string, options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(
    options.folder ?? path.join(import.meta.dirname, 'migrations'),
  );
  const client = await connect(databaseUrl);
  try {
    await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
    await client.query('SET lock_timeout = 0');
    return await applyPending(client, migrations, options.logger);
  } finally {
    await client.end();
  }
}

async function connect(databaseUrl: string): Promise<Client> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  try {
    await client.connect();
    return client;
  } catch (error) {
    throw new DatabaseConnectError(error);
  }
}

/** What is tried at several addresses fails with a code and no message of its own. */
function messageOf(error: unknown): string {
  const { message } = error as { readonly message?: string };
  return message === undefined || message === '' ? (errorCode(error) ?? String(error)) : message;
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.sort().map((name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const sql = await readFile(path.join(folder, name, 'migration.sql'), 'utf8');
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}

async function applyPending(
  client: Client,
  migrations: readonly Migration[],
  logger: MigrationLogger,
): Promise<string[]> {
  await client.query(HISTORY_TABLE);
  const history = await client.query<AppliedMigration>(
    'SELECT migration_name, checksum, finished_at, logs FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  const applied = new Map(history.rows.map((row) => [row.migration_name, row]));
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    logger.warn({ migrations: unknown }, 'The database has migrations of a newer version');
  }
  const pending = migrations.filter((migration) => !isApplied(migration, applied));
  for (const migration of pending) {
    await apply(client, migration);
    logger.info({ migration: migration.name }, 'Applied migration');
  }
  return pending.map(({ name }) => name);
}

function isApplied(migration: Migration, applied: ReadonlyMap<string, AppliedMigration>): boolean {
  const row = applied.get(migration.name);
  if (!row) return false;
  if (row.finished_at === null) {
    throw new Error(
      `Migration ${migration.name} failed before: ${row.logs ?? 'it was interrupted'}. Repair the database, then tell with \`prisma migrate resolve\` whether it is applied or rolled back`,
    );
  }
  if (row.checksum !== migration.checksum) {
    throw new Error(
      `Migration ${migration.name} was changed after it had been applied: restore its migration.sql, and put the change into a new migration`,
    );
  }
  return true;
}

async function apply(client: Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.sql);
    await client.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    );
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`Migration ${migration.name} failed and was undone: ${reason}`, { cause });
  }
}
