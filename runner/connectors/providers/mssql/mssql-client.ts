import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import type { Connection, ConnectionConfiguration, Request } from 'tedious';
import type { BoundValue } from '../../../domain/sql-source.ts';
import { optionsOf } from '../../provider.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { BoundedWaits } from '../../sql/bounded-waits.ts';
import { databaseLookup } from '../../sql/database-host.ts';
import { authoritiesOf, sslModeOf, type SslMode } from '../../sql/ssl-mode.ts';
import { WAIT_LIMITS, type WaitLimits } from '../../sql/wait-limits.ts';
import { mssqlLibrary } from './mssql-library.ts';

/** A cell as the driver decodes it. */
export type RawCell = unknown;

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
    client.close();
  }
}

/** Connects. The caller closes the client, after which the server rolls back what is open. */
export async function openClient(
  target: ConnectionTarget,
  limits = WAIT_LIMITS,
): Promise<Connection> {
  const { client, socket } = await connectedByMode(target, limits);
  const probe = async (): Promise<void> => {
    (await connectedByMode(target, limits)).client.close();
  };
  waits.set(client, new BoundedWaits({ socket: () => socket, probe }, limits));
  return client;
}

/** The waits of the clients. */
const waits = new WeakMap<Connection, BoundedWaits>();

/** The bounded waits of a client that `openClient` connected. */
export function waitsOf(client: Connection): BoundedWaits {
  const own = waits.get(client);
  if (own === undefined) throw new Error('The client is not one of openClient');
  return own;
}

interface Connected {
  readonly client: Connection;
  readonly socket: Socket;
}

async function connectedByMode(target: ConnectionTarget, limits: WaitLimits): Promise<Connected> {
  const mode = sslModeOf(optionsOf(target.connection));
  try {
    return await connected(target, mode, limits);
  } catch (error) {
    if (mode !== 'prefer' || !isWithoutTls(error)) throw error;
    return await connected(target, 'disable', limits);
  }
}

function configOf(
  { connection, secret }: ConnectionTarget,
  mode: SslMode,
  { connect }: WaitLimits,
  socket: Socket,
): ConnectionConfiguration {
  const { host, database, username } = connection;
  return {
    server: host ?? '',
    authentication: {
      type: 'default',
      options: { userName: username ?? '', password: secret ?? '' },
    },
    options: {
      // A server could name another one, to which the driver would send the password.
      connector: () => Promise.resolve(socket),
      database: database ?? '',
      appName: 'millrace',
      encrypt: mode !== 'disable',
      cryptoCredentialsDetails: authoritiesOf(connection, mode),
      trustServerCertificate: mode === 'prefer' || mode === 'require',
      connectTimeout: connect,
      // The waits have limits of their own.
      requestTimeout: 0,
      maxRetriesOnTransientErrors: 0,
      // An error of a statement ends the transaction, so that no part of a write is committed.
      abortTransactionOnError: true,
      useUTC: true,
    },
  };
}

async function connectedSocket(
  { host, port }: ConnectionTarget['connection'],
  { connect, keepAlive }: WaitLimits,
): Promise<Socket> {
  const lookup = databaseLookup(host ?? '');
  const address = { host: host ?? '', port: port ?? 1433 };
  const socket = connectSocket({ ...address, ...(lookup && { lookup }) });
  socket.setKeepAlive(true, keepAlive);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(connect) });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function connected(
  target: ConnectionTarget,
  mode: SslMode,
  limits: WaitLimits,
): Promise<Connected> {
  const socket = await connectedSocket(target.connection, limits);
  const client = new (mssqlLibrary().Connection)(configOf(target, mode, limits, socket));
  // A lost connection also rejects the request in progress; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await new Promise<void>((resolve, reject) => {
      client.connect((error) => {
        if (error === undefined) resolve();
        else reject(error);
      });
    });
    return { client, socket };
  } catch (error) {
    client.close();
    throw error;
  }
}

function isWithoutTls(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    error.code === 'EENCRYPT' &&
    error.message.includes('did not negotiate')
  );
}

/** A statement with `@p0`, `@p1`, … in the places of its values. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly BoundValue[];
}

/** What a statement waits for, see `WaitLimits`. */
type Wait = Parameters<BoundedWaits['for']>[0];

/** Executes statements of the service. Tables `#name` stay until the connection closes. */
export async function execute(
  client: Connection,
  sql: string,
  wait: Wait = 'change',
): Promise<void> {
  const answer = new Promise<void>((resolve, reject) => {
    client.execSqlBatch(requestOf(sql, resolve, reject));
  });
  await waitsOf(client).for(wait, answer);
}

/** The few rows of a statement. */
export async function ask(
  client: Connection,
  sql: string,
  values: readonly BoundValue[] = [],
  wait: Wait = 'answer',
): Promise<readonly (readonly RawCell[])[]> {
  const rows: RawCell[][] = [];
  const prepare = (request: Request): void => {
    request.on('row', (row: readonly { readonly value: RawCell }[]) => {
      rows.push(row.map(({ value }) => value));
    });
  };
  await perform(client, { sql, values }, prepare, wait);
  return rows;
}

/**
 * Executes a statement with values beside it.
 * @param prepare adds the listeners of its columns and rows
 */
export async function perform(
  client: Connection,
  { sql, values }: Statement,
  prepare: (request: Request) => void,
  wait: Wait = 'rows',
): Promise<void> {
  const answer = new Promise<void>((resolve, reject) => {
    const request = requestOf(sql, resolve, reject);
    prepare(request);
    for (const [place, value] of values.entries()) addValue(request, `p${place}`, value);
    client.execSql(request);
  });
  await waitsOf(client).for(wait, answer);
}

function requestOf(sql: string, resolve: () => void, reject: (error: Error) => void): Request {
  return new (mssqlLibrary().Request)(sql, (error) => {
    if (error === null || error === undefined) resolve();
    else reject(error);
  });
}

function addValue(request: Request, name: string, value: BoundValue): void {
  const { TYPES } = mssqlLibrary();
  if (typeof value === 'boolean') request.addParameter(name, TYPES.Bit, value);
  else if (typeof value === 'bigint') request.addParameter(name, TYPES.BigInt, value);
  else if (typeof value !== 'number') request.addParameter(name, TYPES.NVarChar, value);
  else if (Number.isSafeInteger(value)) request.addParameter(name, TYPES.BigInt, value);
  // SQL Server has no infinity and no NaN.
  else request.addParameter(name, TYPES.Float, Number.isFinite(value) ? value : null);
}
