import { readdirSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { catalogFacts } from '../test/support/catalog.ts';
import { createEmptyDatabase, dropDatabase } from '../test/support/database.ts';
import { administer } from '../test/support/database-server.ts';
import { loadSchemaEngine, withSchemaEngine } from '../test/support/schema-engine.ts';
import { migrate } from './migrate.ts';

const MIGRATIONS = path.join(import.meta.dirname, 'migrations');
const SHIPPED = readdirSync(MIGRATIONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();
const INIT = '20261121000000_init';
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

  it('applies what is new, once', async () => {
    expect(await migrate(url, { logger, folder })).toEqual(SHIPPED);
    await addMigration('20990101000000_more', 'CREATE TABLE more (id TEXT)');
    expect(await migrate(url, { logger, folder })).toEqual(['20990101000000_more']);
    expect(await migrate(url, { logger, folder })).toEqual([]);
  });

  it('lets only one of several processes migrate', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => migrate(url, { logger, folder })));
    expect(all.flat()).toEqual(SHIPPED);
  });

  it('refuses a migration that was changed after it had been applied', async () => {
    await migrate(url, { logger, folder });
    await addMigration(INIT, 'SELECT 1');
    await expect(migrate(url, { logger, folder })).rejects.toThrow(
      `Migration ${INIT} was changed after it had been applied`,
    );
  });

  it('undoes a migration that fails, and can be tried again', async () => {
    const name = '20990101000000_bad';
    await addMigration(name, 'CREATE TABLE half (id TEXT); SELECT nonsense');
    await expect(migrate(url, { logger, folder })).rejects.toThrow(
      `Migration ${name} failed and was undone: column "nonsense" does not exist`,
    );
    expect((await catalogFacts(url)).join('\n')).not.toContain('half');
    await addMigration(name, 'CREATE TABLE half (id TEXT)');
    expect(await migrate(url, { logger, folder })).toEqual([name]);
  });

  it('refuses to go on after a failure that `prisma migrate deploy` left behind', async () => {
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
