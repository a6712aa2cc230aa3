import { isIPv6 } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient, type Db, type MongoClientOptions } from 'mongodb';
import type { Connection } from '../../../domain/connection.ts';
import { UserError } from '../../../domain/errors.ts';
import type { ConnectionTarget } from '../../connection-target.ts';
import { hostRulesOf } from '../../host-rules.ts';
import { checkResolvedHost, databaseLookup } from '../../sql/database-host.ts';
import { authSourceOf, checkAddress, mongoTls } from './mongodb-address.ts';

/** How long a client waits for a server, in milliseconds. */
export interface MongoLimits {
  /** Until a server accepts the connection. */
  readonly select: number;
  /** Until a server answers, also with the next batch of documents. */
  readonly answer: number;
  /** Until the server has taken leave. */
  readonly close: number;
}

export const MONGO_LIMITS: MongoLimits = { select: 5_000, answer: 60_000, close: 5_000 };

/** A database in use. */
export interface OpenMongo {
  readonly client: MongoClient;
  readonly db: Db;
}

/** Connects, uses the database, and closes the connection. The errors are those of the driver. */
export async function withMongo<T>(
  target: ConnectionTarget,
  work: (db: Db) => Promise<T>,
  limits = MONGO_LIMITS,
): Promise<T> {
  const opened = await openMongo(target, limits);
  try {
    return await work(opened.db);
  } finally {
    await closeMongo(opened, limits);
  }
}

/** Connects and authenticates. The caller closes by `closeMongo`. @throws UserError and errors of the driver */
export async function openMongo(
  target: ConnectionTarget,
  limits = MONGO_LIMITS,
): Promise<OpenMongo> {
  const { connection } = target;
  checkAddress(connection);
  const { host, port, database } = connection;
  // The driver would try a refused host again until its time is over.
  await checkResolvedHost(host ?? '', hostRulesOf(process.env));
  const address = isIPv6(host ?? '') ? `[${host ?? ''}]` : (host ?? '');
  const client = new MongoClient(
    `mongodb://${address}:${port ?? 27_017}/`,
    optionsOf(target, limits),
  );
  const opened = { client, db: client.db(database ?? '') };
  try {
    await client.connect();
    await checkPrimary(opened.db);
    return opened;
  } catch (error) {
    await closeMongo(opened, limits);
    throw error;
  }
}

/** Closes a connection, whatever the state of its server. */
export async function closeMongo({ client }: OpenMongo, { close } = MONGO_LIMITS): Promise<void> {
  const ended = new AbortController();
  // What was to be done is done, or has failed with a better reason.
  const farewell = client.close().catch(() => undefined);
  const limit = delay(close, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([farewell, limit]);
  ended.abort();
}

function optionsOf(
  { connection, secret }: ConnectionTarget,
  { select, answer }: MongoLimits,
): MongoClientOptions {
  const { host, username } = connection;
  const lookup = databaseLookup(host ?? '');
  return {
    ...(lookup && { lookup }),
    // Only the host that the connection names: a member of a replica set names others.
    directConnection: true,
    ...(username === null
      ? {}
      : { auth: { username, password: secret ?? '' }, authSource: authSourceOf(connection) }),
    ...tlsOptions(connection),
    serverSelectionTimeoutMS: select,
    connectTimeoutMS: select,
    socketTimeoutMS: answer,
    waitQueueTimeoutMS: answer,
    serverMonitoringMode: 'poll',
    maxPoolSize: 4,
    retryReads: false,
    retryWrites: false,
    writeConcern: { w: 'majority' },
    appName: 'millrace',
  };
}

function tlsOptions(connection: Connection): MongoClientOptions {
  const { mode, ...trusted } = mongoTls(connection);
  if (mode === 'disable') return { tls: false };
  return {
    ...trusted,
    tls: true,
    tlsAllowInvalidCertificates: mode === 'require',
    tlsAllowInvalidHostnames: mode !== 'verify-full',
  };
}

/** Another member of a replica set may be behind, and cannot write. */
async function checkPrimary(db: Db): Promise<void> {
  const { isWritablePrimary } = await db.command({ hello: 1 });
  if (isWritablePrimary === true) return;
  throw new UserError(
    'the server is not the primary of its replica set, so name the host of the primary',
  );
}
