import { readdirSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { catalogFacts } from '../test/support/catalog.ts';
import { createEmptyDatabase, dropDatabase } from '../test/support/database.ts';
import { Client } from 'pg';
import { pretendOldServer } from '../test/support/old-server.ts';
import { until } from '../test/support/until.ts';
import { administer } from '../test/support/database-url.ts';
import { loadSchemaEngine, withSchemaEngine } from '../test/support/schema-engine.ts';
import { migrate } from './migrate.ts';
import { UnsupportedDatabaseError } from './unsupported-database-error.ts';

const MIGRATIONS = path.join(import.meta.dirname, 'migrations');
const SHIPPED = readdirSync(MIGRATIONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();
const INIT = SHIPPED[0]!;
const logger = { info: () => undefined, warn: () => undefined };

describe('migrate', () => {
  let url: string;
  let folder: string;

  beforeAll(loadSchemaEngine);
  beforeEach(async () => {
    url = await createEmptyDatabase();
    folder = await mkdtemp(path.join(tmpdir(), 'millrace-migrations-'));
    await cp(MIGRATIONS, folder, { recursive: true });
  });
  afterEach(async () => {
    await dropDatabase(url);
    await rm(folder, { recursive: true });
  });

  async function addMigration(name: string, sql: string): Promise<void> {
    await mkdir(path.join(folder, name), { recursive: true });
    await writeFile(path.join(folder, name, 'migration.sql'), sql);
  }

  it('applies each new migration once', async () => {
    expect(await migrate(url, { logger, folder })).toEqual(SHIPPED);
    await addMigration('20990101000000_more', 'CREATE TABLE more (id TEXT)');
    expect(await migrate(url, { logger, folder })).toEqual(['20990101000000_more']);
    expect(await migrate(url, { logger, folder })).toEqual([]);
  });

  it('logs one line for a new database, then one for each migration', async () => {
    const logged: unknown[] = [];
    const listening = { ...logger, info: (details: object) => logged.push(details) };
    await migrate(url, { logger: listening, folder });
    await addMigration('20990101000000_more', 'CREATE TABLE more (id TEXT)');
    await migrate(url, { logger: listening, folder });
    await migrate(url, { logger: listening, folder });
    expect(logged).toEqual([{ migrations: SHIPPED.length }, { migration: '20990101000000_more' }]);
  });

  it('lets only one of several processes migrate', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => migrate(url, { logger, folder })));
    expect(all.flat()).toEqual(SHIPPED);
  });

  describe('while another session holds a table', () => {
    let blocker: Client;
    let query: Promise<unknown>;

    beforeEach(async () => {
      await migrate(url, { logger, folder });
      await addMigration('20990101000000_alter', 'ALTER TABLE projects ADD COLUMN more TEXT');
      blocker = await connected();
      query = blocker.query('SELECT count(*), pg_sleep(60) FROM projects').catch(() => undefined);
      await until(async () => (await locksOf('projects')) > 0);
    });
    afterEach(async () => {
      await blocker.end();
      await query;
    });

    async function connected(): Promise<Client> {
      const client = new Client({ connectionString: url });
      // Ended by the tests.
      client.on('error', () => undefined);
      await client.connect();
      return client;
    }

    async function locksOf(table: string): Promise<number> {
      const client = await connected();
      const { rows } = await client.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_locks WHERE relation = $1::regclass AND granted AND pid <> pg_backend_pid()`,
        [table],
      );
      await client.end();
      return rows[0]!.n;
    }

    it('lets queries of the table run between its attempts and succeeds when the table is free', async () => {
      const warnings: object[] = [];
      const warn = (details: object): void => void warnings.push(details);
      const migrating = migrate(url, { logger: { ...logger, warn }, folder, lockTimeoutMs: 100 });
      await until(() => warnings.length > 0);
      const reader = await connected();
      await reader.query(`SET statement_timeout = 10000`);
      expect((await reader.query('SELECT id FROM projects')).rows).toEqual([]);
      await reader.query('SELECT pg_terminate_backend($1)', [
        (blocker as unknown as { processID: number }).processID,
      ]);
      await reader.end();
      expect(await migrating).toEqual(['20990101000000_alter']);
      expect(warnings[0]).toMatchObject({ migration: '20990101000000_alter', attempt: 1 });
    });

    it('fails without ending the process when its connection breaks between attempts', async () => {
      const warnings: string[] = [];
      const warn = (_: object, message: string): void => void warnings.push(message);
      const migrating = migrate(url, { logger: { ...logger, warn }, folder, lockTimeoutMs: 100 });
      const failure = expect(migrating).rejects.toThrow(/connection/);
      await until(() => warnings.length > 0);
      await administer(
        url,
        `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      await failure;
      expect(warnings).toContain('the connection of the migrations was lost');
    });

    it('fails and leaves the schema unchanged when the table stays locked', async () => {
      const bounded = { logger, folder, lockTimeoutMs: 50, waitMs: 1 };
      await expect(migrate(url, bounded)).rejects.toThrow(
        /_alter failed and was undone: .*lock timeout/,
      );
      expect((await catalogFacts(url)).join('\n')).not.toContain('more');
    });
  });

  it('names the other process when its migration does not end in time', async () => {
    const other = new Client({ connectionString: url });
    await other.connect();
    await other.query('SELECT pg_advisory_lock(72707369)');
    await expect(migrate(url, { logger, folder, waitMs: 50 })).rejects.toThrow(
      /Another process has been migrating the database for 0.05 s/,
    );
    await other.end();
    expect(await migrate(url, { logger, folder })).toEqual(SHIPPED);
  });

  describe('while another process migrates', () => {
    let other: Client;

    beforeEach(async () => {
      other = new Client({ connectionString: url });
      await other.connect();
      await other.query('SELECT pg_advisory_lock(72707369)');
    });
    afterEach(() => other.end());

    /** Whether a session has waited for it for so long. */
    async function hasWaited(ms: number): Promise<boolean> {
      const { rows } = await other.query(
        `SELECT FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event = 'advisory'
           AND clock_timestamp() - query_start > $1 * interval '1 ms'`,
        [ms],
      );
      return rows.length > 0;
    }

    it.each([['statement_timeout'], ['transaction_timeout']])(
      'waits longer than the %s of the server',
      async (bound) => {
        await administer(
          url,
          `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET ${bound} = 50`,
        );
        const migrating = migrate(url, { logger, folder });
        await Promise.race([until(() => hasWaited(100)), migrating]);
        await other.query('SELECT pg_advisory_unlock(72707369)');
        expect(await migrating).toEqual(SHIPPED);
      },
    );
  });

  it('rejects an applied migration that has changed', async () => {
    await migrate(url, { logger, folder });
    await addMigration(INIT, 'SELECT 1');
    await expect(migrate(url, { logger, folder })).rejects.toThrow(
      `Migration ${INIT} was changed after it had been applied`,
    );
  });

  it('refuses a database whose history lacks the first migration, and changes nothing', async () => {
    const old = '20261121000000_init';
    await migrate(url, { logger, folder });
    await administer(
      url,
      `DROP TABLE runs CASCADE; UPDATE _prisma_migrations SET migration_name = '${old}'`,
    );
    const before = await catalogFacts(url);
    await expect(migrate(url, { logger, folder })).rejects.toThrow(
      new RegExp(`has the migration ${old}, but not ${INIT}.*Remove the data folder`),
    );
    await expect(migrate(url, { logger, folder })).rejects.toThrow(UnsupportedDatabaseError);
    expect(await catalogFacts(url)).toEqual(before);
  });

  it('continues on a database that a newer version migrated', async () => {
    const warnings: object[] = [];
    await migrate(url, { logger, folder });
    await administer(
      url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
       VALUES ('x', 'y', '20990101000000_more', now())`,
    );
    const warn = (details: object): void => void warnings.push(details);
    expect(await migrate(url, { logger: { ...logger, warn }, folder })).toEqual([]);
    expect(warnings).toEqual([{ migrations: ['20990101000000_more'] }]);
  });

  it('refuses a server older than PostgreSQL 16 and names its version', async () => {
    await pretendOldServer(url);
    await expect(migrate(url, { logger, folder })).rejects.toThrow(
      /PostgreSQL 15\.4 \(Debian\), but Millrace needs PostgreSQL 16 or newer/,
    );
    await expect(migrate(url, { logger, folder })).rejects.toThrow(UnsupportedDatabaseError);
    expect(await catalogFacts(url)).toEqual([]);
  });

  it('rolls back a failed migration, which can be retried', async () => {
    const name = '20990101000000_bad';
    await addMigration(name, 'CREATE TABLE half (id TEXT); SELECT nonsense');
    await expect(migrate(url, { logger, folder })).rejects.toThrow(
      `Migration ${name} failed and was undone: column "nonsense" does not exist`,
    );
    expect((await catalogFacts(url)).join('\n')).not.toContain('half');
    await addMigration(name, 'CREATE TABLE half (id TEXT)');
    expect(await migrate(url, { logger, folder })).toEqual([name]);
  });

  it('names the migration and the cause when the connection breaks during it', async () => {
    const name = '20990101000000_cut';
    await addMigration(name, 'SELECT pg_terminate_backend(pg_backend_pid())');
    await expect(migrate(url, { logger, folder })).rejects.toThrow(
      `Migration ${name} was interrupted: terminating connection`,
    );
  });

  it('stops at a failed migration of `prisma migrate deploy`', async () => {
    await migrate(url, { logger, folder });
    await administer(
      url,
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, logs) VALUES ('x', 'y', '20990101000000_bad', 'disk full')`,
    );
    await addMigration('20990101000000_bad', 'SELECT 1');
    await expect(migrate(url, { logger, folder })).rejects.toThrow('failed before: disk full');
  });

  it('leaves nothing to do for `prisma migrate deploy`', async () => {
    await migrate(url, { logger, folder });
    expect(await prismaMigrateDeploy(url, folder)).toEqual([]);
  });

  it('finds nothing to do after `prisma migrate deploy`', async () => {
    expect(await prismaMigrateDeploy(url, folder)).toEqual(SHIPPED);
    expect(await migrate(url, { logger, folder })).toEqual([]);
  });
});

async function prismaMigrateDeploy(url: string, folder: string): Promise<string[]> {
  const lockfile = await readFile(path.join(folder, 'migration_lock.toml'), 'utf8');
  const migrationDirectories = await Promise.all(
    SHIPPED.map(async (name) => {
      const value = await readFile(path.join(folder, name, 'migration.sql'), 'utf8');
      return {
        path: name,
        migrationFile: { path: 'migration.sql', content: { tag: 'ok' as const, value } },
      };
    }),
  );
  const { appliedMigrationNames } = await withSchemaEngine(url, (engine) =>
    engine.applyMigrations({
      migrationsList: {
        baseDir: folder,
        lockfile: { path: 'migration_lock.toml', content: lockfile },
        shadowDbInitScript: '',
        migrationDirectories,
      },
      filters: { externalTables: [], externalEnums: [] },
    }),
  );
  return appliedMigrationNames;
}
