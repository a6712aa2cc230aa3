import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { errorCode } from '../runner/domain/error-code.ts';
import { errorMessage } from '../runner/domain/error-message.ts';
import { assertServerVersion } from './server-version.ts';
import { UnsupportedDatabaseError } from './unsupported-database-error.ts';

export interface MigrationLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface MigrateOptions {
  readonly logger: MigrationLogger;
  /** Holds one folder per migration, each with a `migration.sql`. Default: the one beside this file. */
  readonly folder?: string;
  /** The lock timeout of a statement; then the migration is rolled back and retried. Default: 3 s. */
  readonly lockTimeoutMs?: number;
  /** The total time to wait for locks, also for migrations of other replicas. Default: 9 minutes. */
  readonly waitMs?: number;
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

/** The key that `prisma migrate` locks too, so that the two exclude each other. */
const ADVISORY_LOCK = 72_707_369;
/** All later queries of a table queue behind a pending lock, so the wait is short. */
const LOCK_TIMEOUT_MS = 3_000;
/** Queued queries run between two attempts. */
const RETRY_PAUSE_MS = 2_000;
/** Within the ten minutes that the startup probe of the chart allows. */
const WAIT_MS = 540_000;
/** PostgreSQL's codes of a lock timeout and of a deadlock. */
const LOCK_FAILURES: ReadonlySet<unknown> = new Set(['55P03', '40P01']);
const CONNECT_TIMEOUT_MS = 10_000;
/** A query, because servers before PostgreSQL 17 have no `transaction_timeout` to set. */
const DISABLE_TIMEOUTS = `
SELECT set_config(name, '0', false) FROM pg_settings
WHERE name IN ('statement_timeout', 'transaction_timeout')`;

/** The database server is unreachable or rejects the login; the message says why, without the password. */
export class DatabaseConnectError extends Error {
  override readonly name = 'DatabaseConnectError';

  constructor(cause: unknown) {
    super(errorMessage(cause), { cause });
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
 * @throws UnsupportedDatabaseError when the server is too old, or migrations that are not of Millrace made
 *   the database; nothing in it was changed
 * @throws Error when an applied migration has changed since, or one failed before
 */
export async function migrate(databaseUrl: string, options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(
    options.folder ?? path.join(import.meta.dirname, 'migrations'),
  );
  const { waitMs = WAIT_MS, lockTimeoutMs = LOCK_TIMEOUT_MS, logger } = options;
  const deadline = performance.now() + waitMs;
  const client = await connect(databaseUrl);
  // Between two queries nothing else listens; the next query fails.
  client.on('error', (err) => {
    logger.warn({ err }, 'the connection of the migrations was lost');
  });
  try {
    // Timeouts of the server's users would end the wait and long migrations.
    await client.query(DISABLE_TIMEOUTS);
    await assertServerVersion(client);
    await lockHistory(client, waitMs);
    await client.query(`SET lock_timeout = ${lockTimeoutMs}`);
    return await applyPending(client, migrations, { logger, deadline });
  } finally {
    await client.end();
  }
}

/** Waits while another replica migrates. @throws Error when it does not finish within `waitMs` */
async function lockHistory(client: Client, waitMs: number): Promise<void> {
  await client.query(`SET lock_timeout = ${waitMs}`);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [ADVISORY_LOCK]);
  } catch (cause) {
    if (!LOCK_FAILURES.has(errorCode(cause))) throw cause;
    throw new Error(
      `Another process has been migrating the database for ${waitMs / 1000} s: wait until it is done, or end it, then start again`,
      { cause },
    );
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
  { logger, deadline }: { readonly logger: MigrationLogger; readonly deadline: number },
): Promise<string[]> {
  await client.query(HISTORY_TABLE);
  const history = await client.query<AppliedMigration>(
    'SELECT migration_name, checksum, finished_at, logs FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  const applied = new Map(history.rows.map((row) => [row.migration_name, row]));
  warnOfUnknown([...applied.keys()], migrations, logger);
  const pending = migrations.filter((migration) => !isApplied(migration, applied));
  for (const migration of pending) {
    await applyWithRetries(client, migration, { logger, deadline });
    if (applied.size > 0) logger.info({ migration: migration.name }, 'Applied migration');
  }
  // One line for a new database.
  if (applied.size === 0 && pending.length > 0)
    logger.info({ migrations: pending.length }, 'Made the tables');
  return pending.map(({ name }) => name);
}

/**
 * A newer version may have applied more migrations, but each version has the first one.
 * @throws UnsupportedDatabaseError when the database has a history without the first migration
 */
function warnOfUnknown(
  applied: readonly string[],
  migrations: readonly Migration[],
  logger: MigrationLogger,
): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = applied.filter((name) => !known.has(name));
  if (unknown.length === 0) return;
  const first = migrations[0]?.name;
  if (first !== undefined && !applied.includes(first)) {
    throw new UnsupportedDatabaseError(
      `The database was made by a version of Millrace before its first release, or by another program: it has the migration ${unknown[0]}, but not ${first}. It was left unchanged and cannot be upgraded. Remove the data folder of the embedded database, or create a new database and name it in SERVICE_DATABASE_URL.`,
    );
  }
  logger.warn({ migrations: unknown }, 'The database has migrations of a newer version');
}

function isApplied(migration: Migration, applied: ReadonlyMap<string, AppliedMigration>): boolean {
  const row = applied.get(migration.name);
  if (!row) return false;
  if (row.finished_at === null) {
    throw new Error(
      `Migration ${migration.name} failed before: ${row.logs ?? 'it was interrupted'}. Repair the database, then mark the migration as applied or rolled back with \`prisma migrate resolve\``,
    );
  }
  if (row.checksum !== migration.checksum) {
    throw new Error(
      `Migration ${migration.name} was changed after it had been applied: restore its migration.sql, and put the change into a new migration`,
    );
  }
  return true;
}

/** Retries while a long query or an open transaction holds a lock that the migration needs. */
async function applyWithRetries(
  client: Client,
  migration: Migration,
  { logger, deadline }: { readonly logger: MigrationLogger; readonly deadline: number },
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await apply(client, migration);
      return;
    } catch (error) {
      const { cause } = error as { readonly cause?: unknown };
      if (!LOCK_FAILURES.has(errorCode(cause)) || performance.now() > deadline) throw error;
      logger.warn(
        { migration: migration.name, attempt, err: cause },
        'a migration waits for a lock that another session holds; it is retried',
      );
    }
    await delay(RETRY_PAUSE_MS);
  }
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
    const failed = (await isRolledBack(client)) ? 'failed and was undone' : 'was interrupted';
    throw new Error(`Migration ${migration.name} ${failed}: ${errorMessage(cause)}`, { cause });
  }
}

/** @returns false when the connection is lost: the server then rolls back by itself */
async function isRolledBack(client: Client): Promise<boolean> {
  return await client.query('ROLLBACK').then(
    () => true,
    () => false,
  );
}
