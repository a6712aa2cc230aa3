import type { Bind, Connection, RowStatement } from 'snowflake-sdk';
import type { ConnectionTarget } from '../../provider.ts';
import { snowflakeLibrary } from './snowflake-library.ts';
import { loginOptions } from './snowflake-login.ts';
import { checkSession } from './snowflake-session.ts';

/** How long a client waits for a server, in milliseconds. */
export interface ClientLimits {
  /** Until the session is accepted and set up. */
  readonly connect?: number;
  /** Until a statement is answered; 0: as long as the run may take. */
  readonly answer?: number;
}

/** A cell as the driver decodes it. */
export type RawCell = unknown;

/** A statement with `?` in the places of its values, or with the values of some rows. */
export interface Statement {
  readonly sql: string;
  readonly binds?: readonly Bind[] | readonly Bind[][];
}

const CONNECT_MS = 30_000;
const CLOSE_MS = 5_000;

/** Connects, uses the session, and ends it. The errors are those of the driver. */
export async function withClient<T>(
  target: ConnectionTarget,
  work: (client: Connection) => Promise<T>,
  limits: ClientLimits = {},
): Promise<T> {
  const client = await openClient(target, limits);
  try {
    return await work(client);
  } finally {
    await closeClient(client);
  }
}

/**
 * Values are read and written the same whatever the account has set. The server ends what waits for a lock for a
 * minute, and what nobody waits for any more.
 */
const SETTINGS = `ALTER SESSION SET AUTOCOMMIT = TRUE MULTI_STATEMENT_COUNT = 1 ROWS_PER_RESULTSET = 0
  QUOTED_IDENTIFIERS_IGNORE_CASE = FALSE ERROR_ON_NONDETERMINISTIC_MERGE = TRUE
  ABORT_DETACHED_QUERY = TRUE LOCK_TIMEOUT = 60 TIMEZONE = 'UTC'
  TIMESTAMP_INPUT_FORMAT = 'AUTO' DATE_INPUT_FORMAT = 'AUTO' TIME_OUTPUT_FORMAT = 'HH24:MI:SS.FF9'
  BINARY_OUTPUT_FORMAT = 'HEX' JS_TREAT_INTEGER_AS_BIGINT = TRUE`;

/** Begins a session. The caller ends it by `closeClient`. */
export async function openClient(
  target: ConnectionTarget,
  { connect = CONNECT_MS }: ClientLimits = {},
): Promise<Connection> {
  const client = snowflakeLibrary().createConnection(loginOptions(target));
  try {
    await bounded(
      new Promise<void>((resolve, reject) => {
        client.connect((error) => {
          if (error) reject(error);
          else resolve();
        });
      }),
      connect,
    );
    const begun = await perform(client, { sql: SETTINGS }, { answer: connect });
    checkSession(begun.getSessionState(), target.connection);
    return client;
  } catch (error) {
    // A login that hangs could not be ended before its answer.
    void closeClient(client);
    throw error;
  }
}

/** Ends a session, by which the server drops its temporary tables, and closes its connections. */
export async function closeClient(client: Connection): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    client.destroy(() => {
      resolve();
    });
  });
  // What was to be done is done, or has failed with a better reason.
  await bounded(ended, CLOSE_MS).catch(() => undefined);
}

/** Executes a statement and waits for its result, of which the rows are not read yet. */
export async function perform(
  client: Connection,
  { sql, binds }: Statement,
  { answer = 0, describeOnly = false }: ClientLimits & { readonly describeOnly?: boolean } = {},
): Promise<RowStatement> {
  let statement: RowStatement | undefined;
  const result = new Promise<RowStatement>((resolve, reject) => {
    statement = client.execute({
      sqlText: sql,
      ...(binds === undefined ? {} : { binds }),
      ...(describeOnly ? { describeOnly } : {}),
      complete: (error, done) => {
        if (error) reject(error);
        else resolve(done);
      },
    });
  });
  return await bounded(result, answer, () => {
    statement?.cancel(() => undefined);
  });
}

/** The few rows of a statement. */
export async function ask(
  client: Connection,
  statement: Statement,
  limits: ClientLimits = {},
): Promise<readonly (readonly RawCell[])[]> {
  const result = await perform(client, statement, limits);
  const rows: RawCell[][] = [];
  for await (const row of result.streamRows() as AsyncIterable<RawCell[]>) rows.push(row);
  return rows;
}

/** Waits for so long, in milliseconds; 0: for ever. @param late is called before it fails */
async function bounded<T>(work: Promise<T>, limit: number, late?: () => void): Promise<T> {
  if (limit === 0) return await work;
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late?.();
    reject(Object.assign(new Error('The server did not answer in time.'), { code: 'ETIMEDOUT' }));
  }, limit);
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}
