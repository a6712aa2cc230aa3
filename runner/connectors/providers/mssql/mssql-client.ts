import { once } from 'node:events';
import { connect as connectSocket, type Socket } from 'node:net';
import type { Connection, ConnectionConfiguration, Request } from 'tedious';
import type { BoundValue } from '../../../domain/sql-source.ts';
import { optionsOf, type ConnectionTarget } from '../../provider.ts';
import { sslModeOf, type SslMode } from '../../sql/ssl-mode.ts';
import { mssqlLibrary } from './mssql-library.ts';

/** How long a client waits for a server, in milliseconds. */
export interface ClientLimits {
  /** Until the connection is accepted and set up. */
  readonly connect?: number;
  /** Until a statement is answered; 0: as long as the run may take. */
  readonly answer?: number;
}

/** A cell as the driver decodes it. */
export type RawCell = unknown;

/** Connects, uses the connection, and closes it. The errors are those of the driver. */
export async function withClient<T>(
  target: ConnectionTarget,
  work: (client: Connection) => Promise<T>,
  limits: ClientLimits = {},
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
  limits: ClientLimits = {},
): Promise<Connection> {
  const mode = sslModeOf(optionsOf(target.connection));
  try {
    return await connected(configOf(target, mode, limits));
  } catch (error) {
    if (mode !== 'prefer' || !isWithoutTls(error)) throw error;
    return await connected(configOf(target, 'disable', limits));
  }
}

function configOf(
  { connection, secret }: ConnectionTarget,
  mode: SslMode,
  { connect = 15_000, answer = 0 }: ClientLimits,
): ConnectionConfiguration {
  const { host, port, database, username } = connection;
  return {
    server: host ?? '',
    authentication: {
      type: 'default',
      options: { userName: username ?? '', password: secret ?? '' },
    },
    options: {
      // A server could name another one, to which the driver would send the password.
      connector: () => connectedSocket(host ?? '', port ?? 1433, connect),
      database: database ?? '',
      appName: 'millrace',
      encrypt: mode !== 'disable',
      trustServerCertificate: mode === 'prefer' || mode === 'require',
      connectTimeout: connect,
      requestTimeout: answer,
      maxRetriesOnTransientErrors: 0,
      // An error of a statement ends the transaction, so that no part of a write is committed.
      abortTransactionOnError: true,
      useUTC: true,
    },
  };
}

/** After so long without traffic the client probes whether the server is still there. */
const KEEP_ALIVE_AFTER_MS = 30_000;

async function connectedSocket(host: string, port: number, timeout: number): Promise<Socket> {
  const socket = connectSocket({ host, port });
  socket.setKeepAlive(true, KEEP_ALIVE_AFTER_MS);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(timeout) });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function connected(config: ConnectionConfiguration): Promise<Connection> {
  const client = new (mssqlLibrary().Connection)(config);
  // A lost connection also rejects the request in progress; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await new Promise<void>((resolve, reject) => {
      client.connect((error) => {
        if (error === undefined) resolve();
        else reject(error);
      });
    });
    return client;
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

/** Executes statements of the service, however long they take. Tables `#name` stay until the connection closes. */
export async function execute(client: Connection, sql: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    client.execSqlBatch(requestOf(sql, resolve, reject));
  });
}

/** The few rows of a statement. */
export async function ask(
  client: Connection,
  sql: string,
  values: readonly BoundValue[] = [],
): Promise<readonly (readonly RawCell[])[]> {
  const rows: RawCell[][] = [];
  await perform(client, { sql, values }, (request) => {
    request.on('row', (row: readonly { readonly value: RawCell }[]) => {
      rows.push(row.map(({ value }) => value));
    });
  });
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
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const request = requestOf(sql, resolve, reject);
    prepare(request);
    for (const [place, value] of values.entries()) addValue(request, `p${place}`, value);
    client.execSql(request);
  });
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
