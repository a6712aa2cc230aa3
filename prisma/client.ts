import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { PrismaClient } from './generated/client.ts';
import { StatementNames } from './statement-names.ts';

export type Database = PrismaClient;

export interface DatabaseOptions {
  /** The most connections that are open at once. */
  readonly poolSize: number;
}

/**
 * The bounds of every transaction, in milliseconds: how long it may wait for a connection, and how
 * long it may stay open. Whatever can take longer works in batches.
 */
export const TRANSACTION = { maxWait: 10_000, timeout: 30_000 } as const;

/** How long a query waits for a free connection before it fails. */
const CONNECT_TIMEOUT_MS = 10_000;
/** A new connection has to log in, and to have every statement parsed and planned again. */
const KEPT_IDLE_MS = 300_000;

/** Opens a pool of connections; each is made when it is first needed. End it with `$disconnect`. */
export function createPrismaClient(databaseUrl: string, { poolSize }: DatabaseOptions): Database {
  const names = new StatementNames();
  const pool = new Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: KEPT_IDLE_MS,
  });
  // A connection that dies while the pool hands it out has no listener yet: it would end the process.
  pool.on('connect', (client) => client.on('error', ignore));
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: ({ sql }) => names.nameOf(sql),
    disposeExternalPool: true,
  });
  return new PrismaClient({ adapter });
}

/** Whatever the connection was used for fails with the same error, and is told so. */
function ignore(): void {
  // Nothing else is to be done.
}
