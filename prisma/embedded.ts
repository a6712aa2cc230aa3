import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { ensureFiles, openCluster, SUPERUSER, type Cluster } from './embedded/cluster.ts';
import { assertDataVersion } from './embedded/data-version.ts';
import { freePort } from './embedded/free-port.ts';
import { Guard, type LockOutcome } from './embedded/guard.ts';
import {
  DatabaseInUseError,
  endStaleServer,
  likelyUser,
  removeStaleFile,
} from './embedded/stale-server.ts';

export interface EmbeddedPostgresOptions {
  /** A folder for this server alone. It is created when absent, and kept across restarts. */
  readonly dataDir: string;
  /** A TCP port of 127.0.0.1; used only where the folder's path is too long for a socket. Default: a free one. */
  readonly port?: number;
  /** False gives up safety against power loss for speed; for tests. Default true. */
  readonly durable?: boolean;
  /** Maximum time in milliseconds to wait for the lock of the folder. Default: ten seconds. */
  readonly lockWithinMs?: number;
}

export interface EmbeddedPostgres {
  /** Connection URL of an existing, maybe empty database. */
  readonly url: string;
  /** Settles when the server exits without `stop`. */
  readonly exited: Promise<void>;
  /** Stops the server and closes its connections within three seconds. */
  stop(): Promise<void>;
}

/** A server whose process runs, but which may not accept connections yet. */
export interface LaunchedPostgres {
  /** Resolves when it accepts connections and has the database. Rejects when it fails to start, and is stopped then. */
  readonly ready: Promise<EmbeddedPostgres>;
  /** Why the folder is not locked against other containers and machines; null when it is. */
  readonly unlocked: string | null;
  /** Stops the server and closes its connections within three seconds. */
  stop(): Promise<void>;
}

const DATABASE = 'millrace';
/** Includes crash recovery after a power loss. */
const READY_TIMEOUT_MS = 60_000;
/** Long enough for the server of a terminating container to stop. */
const LOCK_WITHIN_MS = 10_000;
/** A Unix socket's path holds 107 bytes, on macOS 103. */
const SOCKET_PATH_BYTES = 103;
const SOCKET_PORT = 5432;

/**
 * Starts a PostgreSQL server for this machine alone, behind a socket in its own folder.
 * It stops when this process exits.
 * @throws DatabaseInUseError when a live process, here or in another container, uses the folder
 * @throws UnsupportedDatabaseError when another major version of PostgreSQL made the folder
 * @throws Error when it does not start
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { ready } = await launchEmbeddedPostgres(options);
  return await ready;
}

/**
 * Starts a server as `startEmbeddedPostgres` does, but does not wait until it is ready.
 * @throws DatabaseInUseError when a live process, here or in another container, uses the folder
 * @throws UnsupportedDatabaseError when another major version of PostgreSQL made the folder
 */
export async function launchEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<LaunchedPostgres> {
  const { dataDir, port, durable = true, lockWithinMs = LOCK_WITHIN_MS } = options;
  const cluster = openCluster(path.resolve(dataDir));
  assertDataVersion(cluster.data);
  await endStaleServer(cluster.data, cluster.ownerFile);
  const address = await chooseAddress(cluster.folder, port);
  const guard = openGuard(cluster, address, durable);
  const stop = (): Promise<void> => guard.stop();
  const { password, unlocked } = await orStop(guard, launch(cluster, guard, lockWithinMs));
  const becomeReady = async (): Promise<EmbeddedPostgres> => {
    await untilReady(cluster, guard);
    const url = await ensureDatabase((database) => urlOf(address, password, database));
    return { url, exited: guard.exited, stop };
  };
  const ready = orStop(guard, becomeReady());
  // The caller may await it only after it has failed.
  ready.catch(() => undefined);
  return { ready, unlocked, stop };
}

async function orStop<T>(guard: Guard, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    await guard.stop();
    throw error;
  }
}

interface Launch {
  readonly password: string;
  readonly unlocked: string | null;
}

async function launch(cluster: Cluster, guard: Guard, lockWithinMs: number): Promise<Launch> {
  const unlocked = unlockedReason(await lock(cluster, guard, lockWithinMs));
  // Written before the files, which take seconds: other processes name this one in their errors.
  writeFileSync(cluster.ownerFile, String(process.pid));
  const password = ensureFiles(cluster);
  removeStaleFile(cluster.data);
  // Starts a new log. Its first line says why the folder is not locked.
  writeFileSync(cluster.log, unlocked === null ? '' : `${unlocked}\n`);
  guard.start();
  return { password, unlocked };
}

/** @returns null when the folder is locked, or when no lock is expected: macOS has no flock */
function unlockedReason(outcome: LockOutcome): string | null {
  if (outcome.state === 'unlocked') return outcome.message;
  const isExpected = outcome.state === 'locked' || process.platform === 'darwin';
  return isExpected ? null : 'flock is not installed (util-linux)';
}

/** @throws DatabaseInUseError when another process, container or machine uses the files */
async function lock(cluster: Cluster, guard: Guard, withinMs: number): Promise<LockOutcome> {
  const outcome = await guard.lock(withinMs);
  if (outcome !== null) return outcome;
  if (guard.hasEnded) throw didNotStart(cluster, guard);
  // The guard still waits for the lock and would not notice that this process has given up.
  guard.kill();
  throw new DatabaseInUseError(cluster.data, likelyUser(cluster.ownerFile));
}

type Address = { readonly socketFolder: string } | { readonly port: number };

async function chooseAddress(folder: string, port: number | undefined): Promise<Address> {
  const socket = path.join(folder, `.s.PGSQL.${SOCKET_PORT}`);
  // Command lines and connection URLs both mangle such characters somewhere on the way.
  const isPlain = /^[\w/.+@-]+$/.test(socket);
  if (isPlain && Buffer.byteLength(socket) <= SOCKET_PATH_BYTES) return { socketFolder: folder };
  return { port: port ?? (await freePort()) };
}

function openGuard(cluster: Cluster, address: Address, durable: boolean): Guard {
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
  const { account, lockFile, binaries, data } = cluster;
  // Not emptied: it may still be another server's.
  const log = openSync(cluster.log, 'a', 0o600);
  try {
    return new Guard({
      account,
      lockFile,
      command: [binaries.postgres, '-D', data, ...flags],
      log,
    });
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

async function untilReady(cluster: Cluster, guard: Guard): Promise<void> {
  const started = performance.now();
  while (!isReady(path.join(cluster.data, 'postmaster.pid'))) {
    const waited = performance.now() - started;
    if (guard.hasEnded || waited > READY_TIMEOUT_MS) throw didNotStart(cluster, guard);
    await sleep(10);
  }
}

function didNotStart(cluster: Cluster, guard: Guard): Error {
  const log = readFileSync(cluster.log, 'utf8').trim().split('\n').slice(-5).join('\n');
  return new Error(
    `The database in ${cluster.folder} did not start as ${cluster.account.name}: ${guard.spawnError?.message ?? log}`,
  );
}

/** The server writes its state to the eighth line of its lock file; pg_ctl looks there too. */
function isReady(lock: string): boolean {
  return existsSync(lock) && readFileSync(lock, 'utf8').split('\n')[7]?.trim() === 'ready';
}

/** @returns the URL of the service's own database */
async function ensureDatabase(urlOfDatabase: (name: string) => string): Promise<string> {
  const client = new Client({ connectionString: urlOfDatabase('postgres') });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE "${DATABASE}"`);
  } finally {
    await client.end();
  }
  return urlOfDatabase(DATABASE);
}

function urlOf(address: Address, password: string, database: string): string {
  return 'port' in address
    ? `postgresql://${SUPERUSER}:${password}@127.0.0.1:${address.port}/${database}`
    : `postgresql://${SUPERUSER}@localhost/${database}?host=${encodeURIComponent(address.socketFolder)}`;
}
