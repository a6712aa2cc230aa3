import { userInfo } from 'node:os';
import { checkServerIdentity } from 'node:tls';
import { Client, type ClientConfig } from 'pg';
import type { Connection } from '../../../domain/connection.ts';
import { optionsOf, type ConnectionTarget } from '../../provider.ts';
import { authoritiesOf, sslModeOf, type SslMode } from '../../sql/ssl-mode.ts';

/** How long a client waits for a server, in milliseconds. */
export interface ClientLimits {
  /** Until the connection is accepted. */
  readonly connect: number;
  /** Until each statement is answered; null: as long as the run may take. */
  readonly answer: number | null;
  /** Until the server has closed the connection, which the client then does itself. */
  readonly close: number;
}

const LIMITS_OF_RUNS: ClientLimits = { connect: 15_000, answer: null, close: 5_000 };

/** The limits of statements that read no rows of tables. */
export const LIMITS_OF_QUESTIONS: ClientLimits = { ...LIMITS_OF_RUNS, answer: 30_000 };

/** After so long without traffic the client probes whether the server is still there. */
const KEEP_ALIVE_AFTER_MS = 30_000;

/** Connects, uses the connection, and closes it. The errors are those of the driver. */
export async function withClient<T>(
  target: ConnectionTarget,
  work: (client: Client) => Promise<T>,
  limits: ClientLimits = LIMITS_OF_RUNS,
): Promise<T> {
  const client = await openClient(target, limits);
  try {
    return await work(client);
  } finally {
    await closeClient(client, limits);
  }
}

/** Connects. The caller closes the client by `closeClient`. */
export async function openClient(
  { connection, secret }: ConnectionTarget,
  limits: ClientLimits = LIMITS_OF_RUNS,
): Promise<Client> {
  const config = configOf({ connection, secret }, limits);
  const mode = sslModeOf(optionsOf(connection));
  // A path is the folder of a local socket, which has no TLS.
  if (config.host?.startsWith('/') === true) return await connected(config, limits);
  const secure = { ...config, ssl: tlsOf(connection, mode) };
  if (mode !== 'prefer') return await connected(secure, limits);
  try {
    return await connected(secure, limits);
  } catch (error) {
    if (!isWithoutTls(error)) throw error;
    return await connected(config, limits);
  }
}

function configOf({ connection, secret }: ConnectionTarget, limits: ClientLimits): ClientConfig {
  const { host, port, database, username } = connection;
  return {
    host: host ?? '',
    port: port ?? 5432,
    database: database ?? '',
    user: username ?? userInfo().username,
    // A function, since the driver replaces an empty text by PGPASSWORD or by a file.
    password: () => secret ?? '',
    connectionTimeoutMillis: limits.connect,
    ...(limits.answer === null ? {} : { query_timeout: limits.answer }),
    application_name: 'millrace',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
}

/** Closes a client, whatever the state of its server. */
export async function closeClient(
  client: Client,
  { close }: ClientLimits = LIMITS_OF_RUNS,
): Promise<void> {
  const timer = setTimeout(() => client.connection.stream.destroy(), close);
  // What was to be done is done, or has failed with a better reason.
  await client.end().catch(() => undefined);
  clearTimeout(timer);
}

async function connected(config: ClientConfig, limits: ClientLimits): Promise<Client> {
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
