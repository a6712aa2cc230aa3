import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { openCluster, SUPERUSER, type Cluster } from './embedded/cluster.ts';
import { freePort } from './embedded/free-port.ts';
import { spawnGuarded } from './embedded/guard.ts';
import { clearStaleServer } from './embedded/stale-server.ts';

export interface EmbeddedPostgresOptions {
  /** A folder of its own; made when absent, kept between starts. */
  readonly dataDir: string;
  /** A TCP port of 127.0.0.1; used only where the folder's path is too long for a socket. Default: a free one. */
  readonly port?: number;
  /** False gives up safety against power loss for speed; for tests. Default true. */
  readonly durable?: boolean;
}

export interface EmbeddedPostgres {
  /** Connection URL of an existing, maybe empty database. */
  readonly url: string;
  /** Settles when the server ends by itself, which it should not. */
  readonly exited: Promise<void>;
  /** Ends the server and its connections, within three seconds. */
  stop(): Promise<void>;
}

const DATABASE = 'millrace';
/** Crash recovery after a power loss comes before readiness. */
const READY_TIMEOUT_MS = 60_000;
const FAST_SHUTDOWN_MS = 2_000;
/** A Unix socket's path holds 107 bytes, on macOS 103. */
const SOCKET_PATH_BYTES = 103;
const SOCKET_PORT = 5432;

/**
 * Starts a PostgreSQL server for this machine alone, behind a socket in its own folder.
 * It ends when this process does.
 * @throws Error when another live process has started one in the same folder, or it does not start
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const cluster = openCluster(path.resolve(options.dataDir));
  await clearStaleServer(cluster.data, cluster.ownerFile);
  writeFileSync(cluster.ownerFile, String(process.pid));
  const address = await chooseAddress(cluster.folder, options.port);
  const guard = startServer(cluster, address, options.durable ?? true);
  const exited = once(guard, 'exit').then(() => undefined);
  try {
    await untilReady(cluster, guard);
    const url = await ensureDatabase(cluster, address);
    return { url, exited, stop: () => stopServer(guard, exited) };
  } catch (error) {
    await stopServer(guard, exited);
    throw error;
  }
}

type Address = { readonly socketFolder: string } | { readonly port: number };

async function chooseAddress(folder: string, port: number | undefined): Promise<Address> {
  const socket = path.join(folder, `.s.PGSQL.${SOCKET_PORT}`);
  // Command lines and connection URLs both mangle such characters somewhere on the way.
  const isPlain = /^[\w/.+@-]+$/.test(socket);
  if (isPlain && Buffer.byteLength(socket) <= SOCKET_PATH_BYTES) return { socketFolder: folder };
  return { port: port ?? (await freePort()) };
}

function startServer(cluster: Cluster, address: Address, durable: boolean): ChildProcess {
  const settings = {
    ...('port' in address
      ? { listen_addresses: '127.0.0.1', port: address.port, unix_socket_directories: '' }
      : {
          listen_addresses: '',
          port: SOCKET_PORT,
          unix_socket_directories: address.socketFolder,
          unix_socket_permissions: '0700',
        }),
    ...SMALL_MACHINE,
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = openSync(cluster.log, 'w', 0o600);
  try {
    const server = [cluster.binaries.postgres, '-D', cluster.data, ...flags];
    return spawnGuarded(cluster.account, server, log);
  } finally {
    closeSync(log);
  }
}

/** One service on one small machine: little memory, few processes, no replication. */
const SMALL_MACHINE = {
  shared_buffers: '32MB',
  max_connections: 50,
  max_wal_size: '256MB',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_worker_processes: 2,
  max_parallel_workers_per_gather: 0,
  io_method: 'sync',
  huge_pages: 'off',
  jit: 'off',
  log_checkpoints: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
} as const;

async function untilReady(cluster: Cluster, guard: ChildProcess): Promise<void> {
  const started = performance.now();
  // A spawn that fails emits this instead of an exit.
  let spawnError: Error | undefined;
  guard.once('error', (error) => (spawnError = error));
  while (!isReady(path.join(cluster.data, 'postmaster.pid'))) {
    const waited = performance.now() - started;
    if (spawnError || guard.exitCode !== null || waited > READY_TIMEOUT_MS) {
      const log = readFileSync(cluster.log, 'utf8').trim().split('\n').slice(-5).join('\n');
      throw new Error(
        `The database in ${cluster.folder} did not start as ${cluster.account.name}: ${spawnError?.message ?? log}`,
      );
    }
    await sleep(10);
  }
}

/** The server writes its state to the eighth line of its lock file; pg_ctl looks there too. */
function isReady(lock: string): boolean {
  return existsSync(lock) && readFileSync(lock, 'utf8').split('\n')[7]?.trim() === 'ready';
}

async function ensureDatabase(cluster: Cluster, address: Address): Promise<string> {
  const client = new Client({ connectionString: urlOf(cluster, address, 'postgres') });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE "${DATABASE}"`);
  } finally {
    await client.end();
  }
  return urlOf(cluster, address, DATABASE);
}

function urlOf(cluster: Cluster, address: Address, database: string): string {
  return 'port' in address
    ? `postgresql://${SUPERUSER}:${cluster.password}@127.0.0.1:${address.port}/${database}`
    : `postgresql://${SUPERUSER}@localhost/${database}?host=${encodeURIComponent(address.socketFolder)}`;
}

async function stopServer(guard: ChildProcess, exited: Promise<void>): Promise<void> {
  if (guard.pid === undefined || guard.exitCode !== null || guard.signalCode !== null) return;
  guard.stdin?.end();
  const timer = setTimeout(() => {
    // The whole session at once: PostgreSQL recovers from that at its next start.
    if (guard.pid !== undefined && guard.exitCode === null) process.kill(-guard.pid, 'SIGKILL');
  }, FAST_SHUTDOWN_MS);
  await exited;
  clearTimeout(timer);
}
