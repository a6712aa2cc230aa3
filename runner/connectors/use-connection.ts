import type { Connection } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import { fullDiskReason } from '../domain/full-disk.ts';
import { extrasFolder } from '../extras/extras-folder.ts';
import { checkConnection } from './check-connection.ts';
import { cannotBeUsed, type ConnectionUseName } from './connection-use.ts';
import { connectionLabel } from './connection-address.ts';
import { isConnectionLoss } from './is-connection-loss.ts';
import { missingDriver } from './driver-availability.ts';
import type { Provider } from './provider.ts';
import type { ConnectionTarget } from './connection-target.ts';
import { providerOf } from './providers/index.ts';
import { redact } from './redact.ts';
import { redactedDefect } from './redacted-defect.ts';
import { resolveSecret, type SecretSources } from './secrets/resolve-secret.ts';
import { UncertainCommitError, UnknownOutcomeError, type PendingWrite } from './pending-write.ts';
import type { SqlDriver, SqlWrite } from './sql/sql-driver.ts';

/** What every driver does. */
interface Driver {
  describe(error: unknown): string | null;
  isOutOfRange?(error: unknown): boolean;
}

/** A database met a number beyond the range of its type. */
export class OutOfRangeError extends UserError {
  override readonly name = 'OutOfRangeError';
}

/** A connection that is ready for use, with its secret. */
export interface OpenedConnection<D extends Driver> {
  readonly driver: D;
  readonly target: ConnectionTarget;
  readonly label: string;
}

/** A use of connections. */
export interface ConnectionUse<D extends Driver> {
  /** What the connection has to be. */
  readonly what: ConnectionUseName;
  /** Undefined: the provider is something else. */
  readonly driverOf: (provider: Provider) => (() => Promise<D>) | undefined;
}

const AS_DATABASE: ConnectionUse<SqlDriver> = { what: 'database', driverOf: ({ sql }) => sql };

/**
 * Uses a database connection. The secret is resolved now and kept no longer than the work takes. An error of
 * the database becomes a sentence with the connection and the cause, without the secret.
 * @throws UserError; other errors are defects
 */
export async function withSqlConnection<T>(
  connection: Connection,
  sources: SecretSources,
  work: (driver: SqlDriver, target: ConnectionTarget) => Promise<T>,
): Promise<T> {
  const opened = await openConnection(connection, sources, AS_DATABASE);
  return await explaining(opened, () => work(opened.driver, opened.target));
}

/** Writes rows that become visible by `commit`. Errors are those of `withSqlConnection`, also later. */
export async function writeRows(
  connection: Connection,
  sources: SecretSources,
  write: SqlWrite,
): Promise<PendingWrite> {
  const opened = await openConnection(connection, sources, AS_DATABASE);
  return await explainingWrite(opened, () => opened.driver.write(opened.target, write));
}

/** Loads the driver of a connection and resolves its secret. @throws UserError */
export async function openConnection<D extends Driver>(
  connection: Connection,
  sources: SecretSources,
  use: ConnectionUse<D>,
): Promise<OpenedConnection<D>> {
  const provider = checkedProvider(connection);
  const label = connectionLabel(connection, provider.label);
  const driver = await loadDriver(provider, label, use);
  const secret = await secretOf(connection, label, sources);
  return { driver, target: { connection, secret }, label };
}

/** A connection that was saved before a rule existed may break it, also by a password in its host. */
function checkedProvider(connection: Connection): Provider {
  try {
    return checkConnection(connection);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const named = { ...connection, host: null, port: null, database: null };
    const label = connectionLabel(named, providerOf(connection.provider)?.label ?? '');
    throw unusable(label, error.message);
  }
}

/** @param why a sentence */
function unusable(label: string, why: string): UserError {
  return new UserError(`The connection ${label} cannot be used. ${why}`);
}

/**
 * Makes a sentence with the connection and the cause of an error, without the secret.
 * @param Unanswered the class of the error when the server gave no answer
 */
export async function explaining<T>(
  opened: OpenedConnection<Driver>,
  work: () => Promise<T> | T,
  Unanswered = UserError,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isUncertain = error instanceof UncertainCommitError;
    const shown = explained(isUncertain ? error.cause : error, opened);
    const isUnanswered = shown instanceof UserError && (isUncertain || isConnectionLoss(error));
    throw isUnanswered ? new Unanswered(shown.message) : shown;
  }
}

/** Like `explaining`, also for the commit and the rollback. */
export async function explainingWrite(
  opened: OpenedConnection<Driver>,
  work: () => Promise<PendingWrite>,
): Promise<PendingWrite> {
  const pending = await explaining(opened, work);
  return {
    ...pending,
    commit: () => explaining(opened, () => pending.commit(), UnknownOutcomeError),
    rollback: () => explaining(opened, () => pending.rollback()),
  };
}

async function loadDriver<D extends Driver>(
  provider: Provider,
  label: string,
  { what, driverOf }: ConnectionUse<D>,
): Promise<D> {
  const load = driverOf(provider);
  if (load === undefined) throw new UserError(cannotBeUsed(label, what));
  const missing = missingDriver(provider, extrasFolder(process.env));
  if (missing !== null) throw unusable(label, missing);
  return await load();
}

async function secretOf(
  { secret }: Connection,
  label: string,
  sources: SecretSources,
): Promise<string | null> {
  if (secret === null) return null;
  try {
    return await resolveSecret(secret, sources);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw unusable(label, error.message);
  }
}

/** A sentence for the author of the flow, or a defect for the log. Neither has the secret. */
function explained(error: unknown, { driver, target, label }: OpenedConnection<Driver>): Error {
  const confidential = { secret: target.secret, username: target.connection.username };
  const reason =
    error instanceof UserError ? error.message : (driver.describe(error) ?? fullDiskReason(error));
  if (reason === null) return redactedDefect(error, confidential);
  const sentence = withPeriod(redact(`The connection ${label}: ${reason}`, confidential));
  return driver.isOutOfRange?.(error) === true
    ? new OutOfRangeError(sentence)
    : new UserError(sentence);
}

function withPeriod(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
