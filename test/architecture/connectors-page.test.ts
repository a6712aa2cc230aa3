import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { PROVIDERS } from '../../runner/connectors/providers/index.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');
const PAGE = path.join(ROOT, 'docs', 'connectors.md');
const DRIVERS = path.join(ROOT, 'runner', 'connectors', 'providers');

/** What the page says of a provider by the module of `test/support` that starts a server for the tests of its driver. */
const SERVERS: Readonly<Record<string, string>> = {
  'database-rigs/postgresql-rig': 'real server',
  'database-rigs/sqlite-rig': 'real library',
  'database-rigs/duckdb-rig': 'real library',
  mariadb: 'real server: MariaDB 10.11; not MySQL',
  mongo: `emulator: FerretDB ${ferretVersion()}; not MongoDB`,
  's3-server': 'real server: versitygw; not AWS',
  'azure-server': 'emulator: Azurite; not Azure',
  'gcs-server': 'emulator: fake-gcs-server; not Google',
  'web-server': 'real HTTP server',
  'tds-server': 'protocol only: no SQL Server',
  'snowflake-server': 'protocol only: no Snowflake',
};

/** Major and minor version of the server of the tests. */
function ferretVersion(): string {
  const pinned = readFileSync(path.join(ROOT, 'test', 'tools', 'ferretdb', 'go.mod'), 'utf8');
  return /FerretDB\/FerretDB v(\d+\.\d+)/.exec(pinned)?.[1] ?? '';
}

/** What the tests beside a driver use, as the page says it. */
function testedAgainst(provider: string): readonly string[] {
  const folder = path.join(DRIVERS, provider.replaceAll('_', '-'));
  if (!existsSync(folder)) return ['nothing'];
  const tests = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(folder, name), 'utf8'))
    .join('\n');
  const imported = [...tests.matchAll(/test\/support\/([\w/-]+)\.ts'/g)];
  const servers = imported.flatMap(([, module = '']) => SERVERS[module] ?? []);
  if (servers.length > 0) return [...new Set(servers)];
  return tests.includes("describeStorageDriver('a local folder'") ? ['real folder'] : ['nothing'];
}

/** The cells of the row of a provider. */
function rowOf(name: string): readonly string[] {
  const row = readFileSync(PAGE, 'utf8')
    .split('\n')
    .find((line) => line.includes(`| \`${name}\` `));
  return (row ?? '').split('|').map((cell) => cell.trim());
}

describe('docs/connectors.md', () => {
  it.each(PROVIDERS.map((provider) => [provider.name, provider] as const))(
    'says of %s whether this release can use it',
    (name, { sql, storage }) => {
      const [, , , driver, reads] = rowOf(name);
      expect(driver).toBeDefined();
      const isUsable = sql !== undefined || storage !== undefined;
      expect(reads !== 'no').toBe(isUsable);
    },
  );

  it.each(PROVIDERS.map(({ name }) => name))(
    'says of %s what the tests of its driver run against, and no more',
    (name) => {
      expect([rowOf(name)[8]]).toEqual(testedAgainst(name));
    },
  );

  it('says of each database whether it computes nodes of a flow', async () => {
    for (const { name, sql } of PROVIDERS) {
      if (sql === undefined) continue;
      const driver = await sql();
      expect([name, rowOf(name)[6]]).toEqual([
        name,
        driver.typedQuery === undefined ? 'no' : 'yes',
      ]);
    }
  });

  it('says of each database whether it can be read incrementally', async () => {
    for (const { name, sql } of PROVIDERS) {
      if (sql === undefined) continue;
      const driver = await sql();
      const said = driver.window === undefined ? 'no' : 'yes';
      expect([name, rowOf(name)[7]]).toEqual([name, said]);
    }
  });
});
