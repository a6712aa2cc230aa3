import { writeFile, mkdtemp, rm, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { migrate } from '../../prisma/migrate.ts';
import {
  administerServer,
  createEmptyDatabase,
  dropDatabase,
} from '../../test/support/database.ts';
import { startEmbeddedPostgres } from '../../prisma/embedded.ts';
import { administer } from '../../test/support/database-url.ts';
import { startupErrorMessage } from './startup-error-message.ts';

const logger = { info: () => undefined, warn: () => undefined };

async function faultOf(work: () => unknown): Promise<string | null> {
  try {
    await work();
  } catch (error) {
    return startupErrorMessage(error);
  }
  throw new Error('It succeeded');
}

function listen(port: number, host: string): Promise<ReturnType<typeof createServer>> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, host, () => {
      resolve(server);
    });
  });
}

describe('a service that cannot start logs', () => {
  it('the port that is in use', async () => {
    const first = await listen(0, '127.0.0.1');
    const taken = first.address();
    const port = typeof taken === 'object' && taken !== null ? taken.port : 0;
    const fault = await faultOf(() => listen(port, '127.0.0.1'));
    expect(fault).toContain(`Port ${port}`);
    first.close();
  });

  it('the address that the machine does not have', async () => {
    const fault = await faultOf(() => listen(0, '192.0.2.1'));
    expect(fault).toMatch(/192\.0\.2\.1.*--host/);
  });

  it('a data folder that is a file', async () => {
    const scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-start-'));
    const file = path.join(scratch, 'file');
    await writeFile(file, '');
    for (const folder of [file, path.join(file, 'inner')]) {
      const fault = await faultOf(() => mkdir(folder, { recursive: true }));
      expect(fault).toContain('is no folder');
    }
    await rm(scratch, { recursive: true });
  });

  it('a data folder that cannot be created', async () => {
    const fault = await faultOf(() => mkdir(path.join(os.tmpdir(), 'nope', 'data')));
    expect(fault).toMatch(/^The folder .*nope.* cannot be used; name another one by --data-dir/);
  });

  it('the reason why the database rejects the connection', async () => {
    const url = await createEmptyDatabase();
    const missing = new URL(url);
    missing.pathname = '/nowhere';
    expect(await faultOf(() => migrate(missing.href, { logger }))).toMatch(
      /"nowhere" does not exist.*SERVICE_DATABASE_URL/,
    );
    expect(
      await faultOf(() => migrate('postgresql://user:pass@127.0.0.1:1/x', { logger })),
    ).toMatch(/ECONNREFUSED.*SERVICE_DATABASE_URL/);
    await dropDatabase(url);
  });

  it('a missing privilege to create tables', async () => {
    const url = await createEmptyDatabase();
    const name = new URL(url).pathname.slice(1);
    await administer(url, `CREATE ROLE "${name}" LOGIN PASSWORD 'x'`);
    const stranger = new URL(url);
    stranger.username = name;
    stranger.password = 'x';
    expect(await faultOf(() => migrate(stranger.href, { logger }))).toMatch(
      /permission denied for schema public.*SERVICE_DATABASE_URL/,
    );
    await dropDatabase(url);
    await administerServer(`DROP ROLE "${name}"`);
  });

  it('a database of a version before the first release', async () => {
    const url = await createEmptyDatabase();
    await migrate(url, { logger });
    await administer(url, `UPDATE _prisma_migrations SET migration_name = 'old'`);
    expect(await faultOf(() => migrate(url, { logger }))).toMatch(
      /^The database was made .* Remove the data folder .* SERVICE_DATABASE_URL\.$/,
    );
    await dropDatabase(url);
  });

  it('the data folder that another version of PostgreSQL made', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'millrace-start-'));
    await mkdir(path.join(dataDir, 'data'));
    await writeFile(path.join(dataDir, 'data', 'PG_VERSION'), '16\n');
    expect(await faultOf(() => startEmbeddedPostgres({ dataDir }))).toMatch(
      /made by PostgreSQL 16, but this service brings PostgreSQL 18: dump it .* SERVICE_DATA_DIR\.$/,
    );
    await rm(dataDir, { recursive: true });
  });

  it('the stack of a defect', async () => {
    const defect = new TypeError('x');
    expect(await faultOf(() => Promise.reject(defect))).toBeNull();
  });
});
