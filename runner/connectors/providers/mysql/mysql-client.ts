import { connect, isIP, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { createConnection, type Connection, type ConnectionOptions } from 'mysql2';
import { optionsOf } from '../../provider.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { BoundedWaits } from '../../sql/bounded-waits.ts';
import { databaseLookup } from '../../sql/database-host.ts';
import { authoritiesOf, sslModeOf, type SslMode } from '../../sql/ssl-mode.ts';
import { WAIT_LIMITS, type WaitLimits } from '../../sql/wait-limits.ts';

/** A cell as the server sends it: its text, or its bytes. */
export type RawCell = Buffer | null;

/** Connects, uses the connection, and closes it. The errors are those of the driver. */
export async function withClient<T>(
  target: ConnectionTarget,
  work: (client: Connection) => Promise<T>,
  limits = WAIT_LIMITS,
): Promise<T> {
  const client = await openClient(target, limits);
  try {
    return await work(client);
  } finally {
    await closeClient(client, limits);
  }
}

/**
 * Connects, and sets what the meaning of statements depends on: the zone is UTC, and modes are strict without
 * ANSI_QUOTES. The caller closes the client by `closeClient`.
 */
export async function openClient(
  target: ConnectionTarget,
  limits = WAIT_LIMITS,
): Promise<Connection> {
  const { client, socket } = await connectedByMode(target, limits);
  const probe = async (): Promise<void> => {
    abandonClient((await connectedByMode(target, limits)).client);
  };
  waits.set(client, new BoundedWaits({ socket: () => socket, probe }, limits));
  try {
    await execute(client, settingsOf(limits), 'answer');
    return client;
  } catch (error) {
    await closeClient(client, limits);
    throw error;
  }
}

/** The waits of the clients. */
const waits = new WeakMap<Connection, BoundedWaits>();

/** The bounded waits of a client that `openClient` connected. */
export function waitsOf(client: Connection): BoundedWaits {
  const own = waits.get(client);
  if (own === undefined) throw new Error('The client is not one of openClient');
  return own;
}

/** Others wait behind a session that waits to change a table. A server closes a slow or idle client. Texts are
 * sorted and grouped by their first bytes, of which the dialect needs 1024. */
function settingsOf({ lock }: WaitLimits): string {
  const seconds = Math.ceil(lock / 1_000);
  return `SET SESSION
  sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO',
  time_zone = '+00:00', lock_wait_timeout = ${seconds}, innodb_lock_wait_timeout = ${seconds},
  wait_timeout = 86400, net_write_timeout = 600, net_read_timeout = 600,
  sql_select_limit = DEFAULT, group_concat_max_len = 4294967295,
  max_sort_length = GREATEST(@@max_sort_length, 1024)`;
}

/** What a statement waits for, see `WaitLimits`. */
type Wait = Parameters<BoundedWaits['for']>[0];

/** The few rows of a statement; each cell is a text. */
export async function ask(
  client: Connection,
  sql: string,
  wait: Wait = 'answer',
): Promise<readonly (readonly (string | null)[])[]> {
  const options = { sql, rowsAsArray: true, typeCast: false };
  const [rows] = await waitsOf(client).for(wait, client.promise().query<never>(options));
  return (rows as RawCell[][]).map((row) => row.map((cell) => cell?.toString() ?? null));
}

/** Executes a statement without a result. */
export async function execute(
  client: Connection,
  sql: string,
  wait: Wait = 'change',
): Promise<void> {
  await waitsOf(client).for(wait, client.promise().query(sql));
}

/** The sockets of the clients. The driver only ends its side, after which a server could still send. */
const sockets = new WeakMap<Connection, Socket>();

/** Closes a connection at once, also in the middle of an answer. */
export function abandonClient(client: Connection): void {
  client.destroy();
  sockets.get(client)?.destroy();
}

/** Closes a client, whatever the state of its server. */
export async function closeClient(client: Connection, { close } = WAIT_LIMITS): Promise<void> {
  if (sockets.get(client)?.destroyed === true) return;
  const ended = new AbortController();
  // What was to be done is done, or has failed with a better reason.
  const farewell = client
    .promise()
    .end()
    .catch(() => undefined);
  const limit = delay(close, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([farewell, limit]);
  ended.abort();
  abandonClient(client);
}

interface Connected {
  readonly client: Connection;
  readonly socket: Socket;
}

async function connectedByMode(target: ConnectionTarget, limits: WaitLimits): Promise<Connected> {
  const config = configOf(target, limits);
  const mode = sslModeOf(optionsOf(target.connection));
  if (mode === 'disable') return await connected(config, limits);
  try {
    return await connected({ ...config, ssl: tlsOf(target, mode) }, limits);
  } catch (error) {
    if (mode !== 'prefer' || !isWithoutTls(error)) throw error;
    return await connected(config, limits);
  }
}

function configOf({ connection, secret }: ConnectionTarget, limits: WaitLimits): ConnectionOptions {
  const { host, port, database, username } = connection;
  return {
    host: host ?? '',
    port: port ?? 3306,
    database: database ?? '',
    user: username ?? userInfo().username,
    password: secret ?? '',
    charset: 'UTF8MB4_GENERAL_CI',
    connectTimeout: limits.connect,
    multipleStatements: false,
    // The server could ask for any file of this machine.
    flags: ['-LOCAL_FILES'],
  };
}

async function connected(config: ConnectionOptions, limits: WaitLimits): Promise<Connected> {
  const { host = '', port = 0 } = config;
  const lookup = databaseLookup(host);
  const socket = connect({ host, port, noDelay: true, ...(lookup && { lookup }) });
  socket.setKeepAlive(true, limits.keepAlive);
  const client = createConnection({ ...config, host: certifiedHost(host), stream: () => socket });
  sockets.set(client, socket);
  // A lost connection also rejects the query in progress; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await new Promise<void>((resolve, reject) => {
      client.connect((error) => {
        if (error === null) resolve();
        else reject(error);
      });
    });
    return { client, socket };
  } catch (error) {
    abandonClient(client);
    throw error;
  }
}

/**
 * The host whose certificate the driver asks for; the socket is open already. The driver would compare the
 * certificate of an IP address with "localhost", but takes one with a final dot, which Node ignores, for a name.
 */
function certifiedHost(host: string): string {
  return isIP(host) === 0 ? host : `${host}.`;
}

function tlsOf(
  { connection }: ConnectionTarget,
  mode: SslMode,
): NonNullable<ConnectionOptions['ssl']> {
  const isChecked = mode === 'verify-ca' || mode === 'verify-full';
  return {
    ...authoritiesOf(connection, mode),
    rejectUnauthorized: isChecked,
    verifyIdentity: mode === 'verify-full',
  };
}

function isWithoutTls(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'HANDSHAKE_NO_SSL_SUPPORT';
}
