import { Socket } from 'node:net';
import { userInfo } from 'node:os';
import { checkServerIdentity } from 'node:tls';
import { Client, type ClientConfig, type QueryResultRow } from 'pg';
import type { Connection } from '../../../domain/connection.ts';
import { allowedPath } from '../../allowed-path.ts';
import { optionsOf } from '../../provider.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { BoundedWaits, type ClientSocket } from '../../sql/bounded-waits.ts';
import { checkedSocket } from '../../sql/checked-socket.ts';
import { databaseLookup } from '../../sql/database-host.ts';
import { authoritiesOf, sslModeOf, type SslMode } from '../../sql/ssl-mode.ts';
import { WAIT_LIMITS, type WaitLimits } from '../../sql/wait-limits.ts';

/** The waits of the clients. */
const waits = new WeakMap<Client, BoundedWaits>();

/** The bounded waits of a client that `openClient` connected. */
export function waitsOf(client: Client): BoundedWaits {
  const own = waits.get(client);
  if (own === undefined) throw new Error('The client is not one of openClient');
  return own;
}

/** The rows of a statement that reads none of tables and waits for no lock. */
export async function ask<Row extends QueryResultRow>(
  client: Client,
  sql: string,
  values: readonly unknown[] = [],
): Promise<readonly Row[]> {
  return (await waitsOf(client).for('answer', client.query<Row>(sql, [...values]))).rows;
}

/** Connects, uses the connection, and closes it. The errors are those of the driver. */
export async function withClient<T>(
  target: ConnectionTarget,
  work: (client: Client) => Promise<T>,
  limits = WAIT_LIMITS,
): Promise<T> {
  const client = await openClient(target, limits);
  try {
    return await work(client);
  } finally {
    await closeClient(client, limits);
  }
}

/** Connects. The caller closes the client by `closeClient`. */
export async function openClient(target: ConnectionTarget, limits = WAIT_LIMITS): Promise<Client> {
  const client = await connectedByMode(target, limits);
  const probe = async (): Promise<void> => {
    await closeClient(await connectedByMode(target, limits), limits);
  };
  const socket = (): ClientSocket => {
    const { stream } = client.connection;
    if (!(stream instanceof Socket)) throw new Error('The stream of the client is no socket');
    return stream;
  };
  waits.set(client, new BoundedWaits({ socket, probe }, limits));
  return client;
}

async function connectedByMode(
  { connection, secret }: ConnectionTarget,
  limits: WaitLimits,
): Promise<Client> {
  const config = configOf({ connection, secret }, limits);
  const mode = sslModeOf(optionsOf(connection));
  const lookup = databaseLookup(connection.host ?? '');
  // A path is the folder of a local socket, which has no TLS. That of the service's own database trusts all.
  if (config.host?.startsWith('/') === true) {
    const host = await allowedPath(config.host, process.env, 'folder of sockets');
    return await connected({ ...config, host }, limits);
  }
  const guarded =
    lookup === undefined ? config : { ...config, stream: () => checkedSocket(lookup) };
  const secure = { ...guarded, ssl: tlsOf(connection, mode) };
  if (mode !== 'prefer') return await connected(secure, limits);
  try {
    return await connected(secure, limits);
  } catch (error) {
    if (!isWithoutTls(error)) throw error;
    return await connected(guarded, limits);
  }
}

function configOf({ connection, secret }: ConnectionTarget, limits: WaitLimits): ClientConfig {
  const { host, port, database, username } = connection;
  return {
    host: host ?? '',
    port: port ?? 5432,
    database: database ?? '',
    user: username ?? userInfo().username,
    // A function, since the driver replaces an empty text by PGPASSWORD or by a file.
    password: () => secret ?? '',
    connectionTimeoutMillis: limits.connect,
    application_name: 'millrace',
    keepAlive: true,
    keepAliveInitialDelayMillis: limits.keepAlive,
  };
}

/** Closes a client, whatever the state of its server. */
export async function closeClient(client: Client, { close } = WAIT_LIMITS): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), close);
  // What was to be done is done, or has failed with a better reason.
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}

async function connected(config: ClientConfig, limits: WaitLimits): Promise<Client> {
  const client = new Client(config);
  // A lost connection also rejects the query in progress; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await closeClient(client, limits);
    throw error;
  }
}

function tlsOf(connection: Connection, mode: SslMode): NonNullable<ClientConfig['ssl']> {
  const trusted = authoritiesOf(connection, mode);
  switch (mode) {
    case 'disable':
      return false;
    case 'prefer':
    case 'require':
      return { rejectUnauthorized: false };
    case 'verify-ca':
      return { ...trusted, checkServerIdentity: () => undefined };
    case 'verify-full':
      return {
        ...trusted,
        // The driver would compare the certificate of an IP address with "localhost".
        checkServerIdentity: (_name, certificate) =>
          checkServerIdentity(connection.host ?? '', certificate),
      };
  }
}

function isWithoutTls(error: unknown): boolean {
  return error instanceof Error && error.message.includes('does not support SSL');
}
