import { setTimeout as delay } from 'node:timers/promises';
import type { Bind, Connection, RowStatement } from 'snowflake-sdk';
import type { ConnectionTarget } from '../../connection-target.ts';
import { hostRulesOf } from '../../host-rules.ts';
import { checkResolvedHost } from '../../sql/database-host.ts';
import { BoundedWaits, SilentServerError } from '../../sql/bounded-waits.ts';
import { WAIT_LIMITS, type WaitLimits } from '../../sql/wait-limits.ts';
import { sessionAgent, type ClosableAgent } from './closable-agent.ts';
import { isNetworkError } from './snowflake-errors.ts';
import { accountHost } from './snowflake-account.ts';
import { snowflakeLibrary } from './snowflake-library.ts';
import { loginOptions } from './snowflake-login.ts';
import { checkSession } from './snowflake-session.ts';

declare module 'snowflake-sdk' {
  interface Connection {
    /** Unlike `isValidAsync`, which returns false for every error, it rejects with the error. */
    heartbeatAsync(): Promise<unknown>;
  }
}

/** A cell as the driver decodes it. */
export type RawCell = unknown;

/** A statement with `?` in the places of its values, or with the values of some rows. */
export interface Statement {
  readonly sql: string;
  readonly binds?: readonly Bind[] | readonly Bind[][];
}

/** What a statement waits for, see `WaitLimits`. */
type Wait = Parameters<BoundedWaits['for']>[0];

/** Connects, uses the session, and ends it. The errors are those of the driver. */
export async function withClient<T>(
  target: ConnectionTarget,
  work: (client: Connection) => Promise<T>,
  limits = WAIT_LIMITS,
): Promise<T> {
  const client = await openClient(target, limits);
  try {
    return await work(client);
  } finally {
    await closeClient(client, limits);
  }
}

/**
 * Values are read and written the same whatever the account has set. The server ends what waits long for a
 * lock, and what nobody waits for any more.
 */
function settingsOf({ lock }: WaitLimits): string {
  return `ALTER SESSION SET AUTOCOMMIT = TRUE MULTI_STATEMENT_COUNT = 1 ROWS_PER_RESULTSET = 0
  QUOTED_IDENTIFIERS_IGNORE_CASE = FALSE ERROR_ON_NONDETERMINISTIC_MERGE = TRUE
  ABORT_DETACHED_QUERY = TRUE LOCK_TIMEOUT = ${Math.ceil(lock / 1_000)} TIMEZONE = 'UTC'
  TIMESTAMP_INPUT_FORMAT = 'AUTO' DATE_INPUT_FORMAT = 'AUTO' TIME_OUTPUT_FORMAT = 'HH24:MI:SS.FF9'
  BINARY_OUTPUT_FORMAT = 'HEX' JS_TREAT_INTEGER_AS_BIGINT = TRUE`;
}

/** Begins a session. The caller ends it by `closeClient`. */
export async function openClient(
  target: ConnectionTarget,
  limits = WAIT_LIMITS,
): Promise<Connection> {
  // The driver looks the name up again, also for the storage of long results, so this is no pin.
  await checkResolvedHost(accountHost(target.connection), hostRulesOf(process.env));
  const agent = sessionAgent(process.env);
  // An option that the types of the driver leave out: it returns the agent of all requests.
  const options = agent === null ? {} : { agentClass: () => agent };
  const client = snowflakeLibrary().createConnection({ ...loginOptions(target), ...options });
  if (agent !== null) agents.set(client, agent);
  waits.set(client, new BoundedWaits({ probe: () => isAnswered(client) }, limits));
  try {
    const login = new Promise<void>((resolve, reject) => {
      client.connect((error) => {
        if (error) reject(error);
        else resolve();
      });
    });
    await waitsOf(client).for('answer', login);
    const begun = await perform(client, { sql: settingsOf(limits) }, 'answer');
    checkSession(begun.getSessionState(), target.connection);
    return client;
  } catch (error) {
    // A login that hangs could not be ended before its answer.
    void closeClient(client, limits);
    throw error;
  }
}

/**
 * Whether the server answers, also by an error. The driver repeats for hours what the network does not carry, but not
 * a heartbeat of the session.
 */
async function isAnswered(client: Connection): Promise<boolean> {
  try {
    await client.heartbeatAsync();
    return true;
  } catch (error) {
    return !isNetworkError(error);
  }
}

/** The agents of the clients. */
const agents = new WeakMap<Connection, ClosableAgent>();

/** The waits of the clients. */
const waits = new WeakMap<Connection, BoundedWaits>();

function waitsOf(client: Connection): BoundedWaits {
  const own = waits.get(client);
  if (own === undefined) throw new Error('The client is not one of openClient');
  return own;
}

/**
 * Ends a session, by which the server drops its temporary tables, and closes its connections for good: the driver
 * repeats for minutes what got no answer, also a COMMIT of a run that has given up.
 */
export async function closeClient(client: Connection, { close } = WAIT_LIMITS): Promise<void> {
  const done = new AbortController();
  // What was to be done is done, or has failed with a better reason.
  const ended = new Promise<void>((resolve) => {
    client.destroy(() => {
      resolve();
    });
  });
  const limit = delay(close, undefined, { signal: done.signal }).catch(() => undefined);
  await Promise.race([ended, limit]);
  done.abort();
  agents.get(client)?.close();
}

/** Executes a statement and waits for its result, of which the rows are not read yet. */
export async function perform(
  client: Connection,
  { sql, binds }: Statement,
  wait: Wait,
  { describeOnly = false } = {},
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
  try {
    return await waitsOf(client).for(wait, result);
  } catch (error) {
    if (error instanceof SilentServerError) statement?.cancel(() => undefined);
    throw error;
  }
}

/** What `RowStatement.streamRows` returns. */
type RowStream = ReturnType<RowStatement['streamRows']>;

/**
 * Reads the rows of a result, of which the driver fetches long ones in parts. The wait includes the reading.
 * @param read consumes the stream, and fails when it is destroyed
 */
export async function readRows<T>(
  client: Connection,
  result: RowStatement,
  wait: Wait,
  read: (rows: RowStream) => Promise<T>,
): Promise<T> {
  const rows = result.streamRows();
  // The driver cannot abort the request of a part, and emits its failure also after the stream is destroyed.
  rows.on('error', () => undefined);
  const done = read(rows);
  try {
    return await waitsOf(client).for(wait, done);
  } catch (error) {
    rows.destroy(error instanceof Error ? error : undefined);
    await done.catch(() => undefined);
    throw error;
  }
}

/** The few rows of a statement. */
export async function ask(
  client: Connection,
  statement: Statement,
  wait: Wait,
): Promise<readonly (readonly RawCell[])[]> {
  const result = await perform(client, statement, wait);
  return await readRows(client, result, wait, async (stream) => {
    const rows: RawCell[][] = [];
    for await (const row of stream as AsyncIterable<RawCell[]>) rows.push(row);
    return rows;
  });
}
