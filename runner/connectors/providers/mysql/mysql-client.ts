import { connect, isIP, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { createConnection, type Connection, type ConnectionOptions } from 'mysql2';
import { optionsOf, type ConnectionTarget } from '../../provider.ts';
import { authoritiesOf, sslModeOf, type SslMode } from '../../sql/ssl-mode.ts';

/** Until the connection is accepted and set up. */
const CONNECT_MS = 15_000;
/** Until a statement that reads no rows of tables is answered. */
const ANSWER_MS = 30_000;
/** Until the server has closed the connection, which the client then does itself. */
const CLOSE_MS = 5_000;
/** After so long without traffic the client probes whether the server is still there. */
const KEEP_ALIVE_AFTER_MS = 30_000;

/** A cell as the server sends it: its text, or its bytes. */
export type RawCell = Buffer | null;

/** Connects, uses the connection, and closes it. The errors are those of the driver. */
export async function withClient<T>(
  target: ConnectionTarget,
  work: (client: Connection) => Promise<T>,
): Promise<T> {
  const client = await openClient(target);
  try {
    return await work(client);
  } finally {
    await closeClient(client);
  }
}

/**
 * Connects, and sets what the meaning of statements depends on: the zone is UTC, and modes are strict without
 * ANSI_QUOTES. The caller closes the client by `closeClient`.
 */
export async function openClient(target: ConnectionTarget): Promise<Connection> {
  const client = await connectedByMode(target);
  try {
    await client.promise().query({ sql: SETTINGS, timeout: ANSWER_MS });
    return client;
  } catch (error) {
    await closeClient(client);
    throw error;
  }
}

/** Others wait behind a session that waits to change a table. A server closes a slow or idle client. Texts are
 * sorted and grouped by their first bytes, of which the dialect needs 1024. */
const SETTINGS = `SET SESSION
  sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION,NO_AUTO_VALUE_ON_ZERO',
  time_zone = '+00:00', lock_wait_timeout = 60, innodb_lock_wait_timeout = 60,
  wait_timeout = 86400, net_write_timeout = 600, net_read_timeout = 600,
  sql_select_limit = DEFAULT, group_concat_max_len = 4294967295,
  max_sort_length = GREATEST(@@max_sort_length, 1024)`;

/** The rows of a statement that reads no rows of tables; each cell is a text. */
export async function ask(
  client: Connection,
  sql: string,
): Promise<readonly (readonly (string | null)[])[]> {
  const options = { sql, rowsAsArray: true, typeCast: false, timeout: ANSWER_MS };
  const [rows] = await client.promise().query<never>(options);
  return (rows as RawCell[][]).map((row) => row.map((cell) => cell?.toString() ?? null));
}

/** Executes a statement, however long it takes. */
export async function execute(client: Connection, sql: string): Promise<void> {
  await client.promise().query(sql);
}

/** The sockets of the clients. The driver only ends its side, after which a server could still send. */
const sockets = new WeakMap<Connection, Socket>();

/** Closes a connection at once, also in the middle of an answer. */
export function abandonClient(client: Connection): void {
  client.destroy();
  sockets.get(client)?.destroy();
}

/** Closes a client, whatever the state of its server. */
export async function closeClient(client: Connection): Promise<void> {
  if (sockets.get(client)?.destroyed === true) return;
  const ended = new AbortController();
  // What was to be done is done, or has failed with a better reason.
  const farewell = client
    .promise()
    .end()
    .catch(() => undefined);
  const limit = delay(CLOSE_MS, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([farewell, limit]);
  ended.abort();
  abandonClient(client);
}

async function connectedByMode(target: ConnectionTarget): Promise<Connection> {
  const config = configOf(target);
  const mode = sslModeOf(optionsOf(target.connection));
  if (mode === 'disable') return await connected(config);
  try {
    return await connected({ ...config, ssl: tlsOf(target, mode) });
  } catch (error) {
    if (mode !== 'prefer' || !isWithoutTls(error)) throw error;
    return await connected(config);
  }
}

function configOf({ connection, secret }: ConnectionTarget): ConnectionOptions {
  const { host, port, database, username } = connection;
  return {
    host: host ?? '',
    port: port ?? 3306,
    database: database ?? '',
    user: username ?? userInfo().username,
    password: secret ?? '',
    charset: 'UTF8MB4_GENERAL_CI',
    connectTimeout: CONNECT_MS,
    multipleStatements: false,
    // The server could ask for any file of this machine.
    flags: ['-LOCAL_FILES'],
  };
}

async function connected(config: ConnectionOptions): Promise<Connection> {
  const { host = '', port = 0 } = config;
  const socket = connect({ host, port, noDelay: true });
  socket.setKeepAlive(true, KEEP_ALIVE_AFTER_MS);
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
    return client;
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
