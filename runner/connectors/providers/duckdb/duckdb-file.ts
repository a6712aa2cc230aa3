import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { UserError } from '../../../domain/errors.ts';
import { allowedNewFile, allowedPath } from '../../allowed-path.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { isLocked } from './duckdb-errors.ts';
import { openInstance, type DuckdbAccess } from './duckdb-instance.ts';

/** How long a use waits for others that read while it would write, or write. */
const BUSY_TIMEOUT_MS = 10_000;
const RETRY_INTERVAL_MS = 50;

/** A connection to an open file. */
export interface OpenDuckdb {
  readonly connection: DuckDBConnection;
  /** The only folder, besides the file, that statements can reach. It is removed with the last use. */
  readonly folder: string;
  close(): Promise<void>;
}

interface OpenFile {
  readonly instance: DuckDBInstance;
  readonly access: DuckdbAccess;
  readonly folder: string;
  uses: number;
}

/**
 * The open files by their real path. The library does not notice that a process opens a file twice, which would
 * damage it, so all uses in a process share one instance.
 */
const files = new Map<string, Promise<OpenFile>>();

/** Opens the file of a connection. Only a writer creates it. @throws UserError */
export async function openDuckdb(
  target: ConnectionTarget,
  access: DuckdbAccess,
): Promise<OpenDuckdb> {
  const allowed = access === 'read' ? allowedPath : allowedNewFile;
  const file = await allowed(target.connection.database ?? '', process.env);
  const opened = await acquire(file, access);
  try {
    const connection = await opened.instance.connect();
    return {
      connection,
      folder: opened.folder,
      close: async () => {
        connection.closeSync();
        await release(file, opened);
      },
    };
  } catch (error) {
    await release(file, opened);
    throw error;
  }
}

/** Reads in one read-only transaction, so that all statements see the same rows. @throws UserError */
export async function readingDuckdb<T>(
  target: ConnectionTarget,
  work: (database: OpenDuckdb) => Promise<T>,
): Promise<T> {
  const database = await openDuckdb(target, 'read');
  try {
    await database.connection.run('BEGIN TRANSACTION READ ONLY');
    return await work(database);
  } finally {
    await database.close();
  }
}

async function acquire(file: string, access: DuckdbAccess): Promise<OpenFile> {
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    const known = files.get(file);
    if (known === undefined) return await open(file, access, deadline);
    const opened = await known.catch(() => null);
    const isOpen = opened !== null && files.get(file) === known;
    if (isOpen && (opened.access === 'write' || access === 'read')) {
      opened.uses += 1;
      return opened;
    }
    if (performance.now() > deadline) {
      throw new UserError('this process reads the file, and did not finish in time');
    }
    await delay(RETRY_INTERVAL_MS);
  }
}

async function open(file: string, access: DuckdbAccess, deadline: number): Promise<OpenFile> {
  const opening = openUnlocked(file, access, deadline);
  files.set(file, opening);
  try {
    return await opening;
  } catch (error) {
    files.delete(file);
    throw error;
  }
}

/** Waits while another process has the file open. */
async function openUnlocked(
  file: string,
  access: DuckdbAccess,
  deadline: number,
): Promise<OpenFile> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'millrace-duckdb-'));
  for (;;) {
    try {
      const instance = await openInstance(file, { access, folder });
      return { instance, access, folder, uses: 1 };
    } catch (error) {
      if (isLocked(error) && performance.now() < deadline) {
        await delay(RETRY_INTERVAL_MS);
        continue;
      }
      await rm(folder, { recursive: true });
      throw error;
    }
  }
}

async function release(file: string, opened: OpenFile): Promise<void> {
  opened.uses -= 1;
  if (opened.uses > 0) return;
  files.delete(file);
  opened.instance.closeSync();
  await rm(opened.folder, { recursive: true, force: true });
}
