import { userInfo } from 'node:os';
import { Client, type ClientConfig } from 'pg';
import { optionsOf, type ConnectionTarget } from '../../provider.ts';
import { sslModeOf, type SslMode } from './ssl-mode.ts';

/** How long a server may take to accept a connection. */
const CONNECT_TIMEOUT_MS = 15_000;

/** Connects, uses the connection, and closes it. The errors are those of the driver. */
export async function withClient<T>(
  target: ConnectionTarget,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await openClient(target);
  try {
    return await work(client);
  } finally {
    await closeClient(client);
  }
}

/** Connects. The caller closes the client by `closeClient`. */
export async function openClient({ connection, secret }: ConnectionTarget): Promise<Client> {
  const { host, port, database, username } = connection;
  const config: ClientConfig = {
    host: host ?? '',
    port: port ?? 5432,
    database: database ?? '',
    user: username ?? userInfo().username,
    // A function, since the driver replaces an empty text by PGPASSWORD or by a file.
    password: () => secret ?? '',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'millrace',
    keepAlive: true,
  };
  const mode = sslModeOf(optionsOf(connection));
  // A path is the folder of a local socket, which has no TLS.
  if (config.host?.startsWith('/') === true) return await connected(config);
  if (mode !== 'prefer') return await connected({ ...config, ssl: tlsOf(mode) });
  try {
    return await connected({ ...config, ssl: tlsOf(mode) });
  } catch (error) {
    if (!isWithoutTls(error)) throw error;
    return await connected(config);
  }
}

/** Closes a client, whatever the state of its server. */
export async function closeClient(client: Client): Promise<void> {
  // What was to be done is done, or has failed with a better reason.
  await client.end().catch(() => undefined);
}

async function connected(config: ClientConfig): Promise<Client> {
  const client = new Client(config);
  // A lost connection also rejects the query in progress; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await closeClient(client);
    throw error;
  }
}

function tlsOf(mode: SslMode): NonNullable<ClientConfig['ssl']> {
  switch (mode) {
    case 'disable':
      return false;
    case 'prefer':
    case 'require':
      return { rejectUnauthorized: false };
    case 'verify-ca':
      return { checkServerIdentity: () => undefined };
    case 'verify-full':
      return true;
  }
}

function isWithoutTls(error: unknown): boolean {
  return error instanceof Error && error.message.includes('does not support SSL');
}
