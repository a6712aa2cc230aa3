import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../../prisma/embedded.ts';
import { isAlive } from './make-once.ts';
import { copyPreparedCluster } from './prepared-cluster.ts';
import type { SharedServer } from './shared-servers.ts';

const PREFIX = 'millrace-db-';

/**
 * Starts the PostgreSQL server of a Jest run, with a migrated template database.
 * @returns the address is the URL of a database in which tests only create their own databases
 */
export async function startDatabaseServer(): Promise<SharedServer> {
  await removeAbandoned();
  const folder = mkdtempSync(path.join(tmpdir(), PREFIX));
  // The server's user must be able to enter the folder when this process runs as root.
  chmodSync(folder, 0o755);
  try {
    const dataDir = path.join(folder, 'pg');
    await copyPreparedCluster(dataDir);
    const postgres = await startEmbeddedPostgres({ dataDir, durable: false });
    return {
      address: postgres.url,
      stop: async () => {
        await postgres.stop();
        await remove(folder);
      },
    };
  } catch (error) {
    await remove(folder);
    throw error;
  }
}

/** The server of a killed Jest run ends with it, but its files remain. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(PREFIX))) {
    const owner = path.join(tmpdir(), name, 'pg', 'owner.pid');
    if (!existsSync(owner) || isAlive(Number(readFileSync(owner, 'utf8')))) continue;
    await remove(path.join(tmpdir(), name));
  }
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}
