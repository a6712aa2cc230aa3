import type { Connection } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import { checkConnection } from './check-connection.ts';
import { connectionLabel } from './connection-address.ts';
import { missingDriver } from './driver-availability.ts';
import type { ConnectionTarget, Provider } from './provider.ts';
import { redact } from './redact.ts';
import { resolveSecret, type SecretSources } from './secrets/resolve-secret.ts';
import type { PendingWrite, SqlDriver, SqlWrite } from './sql/sql-driver.ts';

/** A database connection that is ready for use, with its secret. */
interface OpenedConnection {
  readonly driver: SqlDriver;
  readonly target: ConnectionTarget;
  readonly label: string;
}

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
  const opened = await openConnection(connection, sources);
  return await explaining(opened, () => work(opened.driver, opened.target));
}

/** Writes rows that become visible by `commit`. Errors are those of `withSqlConnection`, also later. */
export async function writeRows(
  connection: Connection,
  sources: SecretSources,
  write: SqlWrite,
): Promise<PendingWrite> {
  const opened = await openConnection(connection, sources);
  const pending = await explaining(opened, () => opened.driver.write(opened.target, write));
  return {
    commit: () => explaining(opened, () => pending.commit()),
    rollback: () => explaining(opened, () => pending.rollback()),
  };
}

async function openConnection(
  connection: Connection,
  sources: SecretSources,
): Promise<OpenedConnection> {
  const provider = checkConnection(connection);
  const label = connectionLabel(connection, provider.label);
  const driver = await loadDriver(provider, label);
  const secret = await secretOf(connection, label, sources);
  return { driver, target: { connection, secret }, label };
}

async function explaining<T>(opened: OpenedConnection, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw explained(error, opened);
  }
}

async function loadDriver(provider: Provider, label: string): Promise<SqlDriver> {
  if (provider.sql === undefined) {
    throw new UserError(
      `The connection ${label} is no database that this release can use. Choose another connection.`,
    );
  }
  const missing = missingDriver(provider);
  if (missing !== null) throw new UserError(missing);
  return await provider.sql();
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
    throw new UserError(`The connection ${label} cannot be used. ${error.message}`);
  }
}

/** A sentence for the author of the flow. A defect keeps its type, without the secret. */
function explained(error: unknown, { driver, target, label }: OpenedConnection): unknown {
  const { secret } = target;
  const reason = error instanceof UserError ? error.message : driver.describe(error);
  if (reason !== null) {
    return new UserError(withPeriod(redact(`The connection ${label} failed: ${reason}`, secret)));
  }
  if (error instanceof Error) error.message = redact(error.message, secret);
  return error;
}

function withPeriod(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
