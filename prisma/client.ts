import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { PrismaClient } from './generated/client.ts';
import { StatementNames } from './statement-names.ts';

export type Database = PrismaClient;

export interface DatabaseOptions {
  /** The maximum number of open connections. */
  readonly poolSize: number;
}

/**
 * The limits of every transaction, in milliseconds: the wait for a connection and the time until it
 * commits. Longer work is done in batches.
 */
export const TRANSACTION = { maxWait: 10_000, timeout: 30_000 } as const;

/** How long a query waits for a free connection before it fails. */
const CONNECT_TIMEOUT_MS = 10_000;
/** A new connection costs a login and new prepared statements. */
const IDLE_TIMEOUT_MS = 300_000;

/** Creates a client with a pool that connects lazily. Close it with `$disconnect`. */
export function createPrismaClient(databaseUrl: string, { poolSize }: DatabaseOptions): Database {
  const names = new StatementNames();
  const pool = new Pool({
    connectionString: databaseUrl,
    max: poolSize,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
  });
  // A connection that fails before its user listens would end the process.
  pool.on('connect', (client) => client.on('error', ignore));
  const adapter = new PrismaPg(pool, {
    statementNameGenerator: ({ sql }) => names.nameOf(sql),
    disposeExternalPool: true,
  });
  return new PrismaClient({ adapter });
}

/** The query on the connection fails with the same error. */
function ignore(): void {
  // The query reports the error.
}
