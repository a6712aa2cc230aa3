import type { Connection } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import { checkConnection } from './check-connection.ts';
import { connectionLabel } from './connection-address.ts';
import { missingDriver } from './driver-availability.ts';
import type { ConnectionTarget, Provider } from './provider.ts';
import { redact } from './redact.ts';
import { resolveSecret, type SecretSources } from './secrets/resolve-secret.ts';
import type { SqlDriver } from './sql/sql-driver.ts';

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
  const provider = checkConnection(connection);
  const label = connectionLabel(connection, provider.label);
  const driver = await loadDriver(provider, label);
  const secret = await secretOf(connection, label, sources);
  try {
    return await work(driver, { connection, secret });
  } catch (error) {
    throw explained(error, { driver, secret, label });
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
export function explained(
  error: unknown,
  {
    driver,
    secret,
    label,
  }: {
    readonly driver: SqlDriver;
    readonly secret: string | null;
    readonly label: string;
  },
): unknown {
  const reason = error instanceof UserError ? error.message : driver.describe(error);
  if (reason !== null) {
    const sentence = `The connection ${label} failed: ${reason}`;
    return new UserError(withPeriod(redact(sentence, secret)));
  }
  if (error instanceof Error) error.message = redact(error.message, secret);
  return error;
}

function withPeriod(sentence: string): string {
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
