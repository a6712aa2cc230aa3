import type { ConnectionFields, ConnectionKind } from '../domain/connection.ts';
import { UserError } from '../domain/errors.ts';
import { refusedAddresses, type HostRules } from './host-rules.ts';
import {
  isKnownRefused,
  PRIVATE_DATABASE_REASON,
  PRIVATE_HOST_REASON,
  PrivateDatabaseError,
} from './http/public-hosts.ts';
import { checkDatabaseHost } from './sql/database-host.ts';

/** Those whose host is a URL. */
const WITH_URL: ReadonlySet<ConnectionKind> = new Set(['storage', 'api']);
/** Those whose host is that of a database server. */
const DATABASES: ReadonlySet<ConnectionKind> = new Set(['sql', 'mongo']);

/** Whether connections of a kind reach a database. */
export function isDatabaseKind(kind: ConnectionKind): boolean {
  return DATABASES.has(kind);
}

/**
 * Refuses a host of which no name server has to say that it may not be reached, when a connection is saved. What a
 * name leads to is checked on each use.
 * @throws UserError that names the field
 */
export function checkKnownHost(
  { host }: ConnectionFields,
  kind: ConnectionKind,
  rules: HostRules,
): void {
  if (host === null) return;
  if (isDatabaseKind(kind)) checkDatabase(host, rules);
  const url = WITH_URL.has(kind) ? URL.parse(host) : null;
  if (url !== null && isKnownRefused(url, refusedAddresses(rules))) {
    throw refused(PRIVATE_HOST_REASON);
  }
}

function checkDatabase(host: string, rules: HostRules): void {
  try {
    checkDatabaseHost(host, rules);
  } catch (error) {
    throw error instanceof PrivateDatabaseError ? refused(PRIVATE_DATABASE_REASON) : error;
  }
}

function refused(reason: string): UserError {
  return new UserError(`The field "host" is refused: ${reason}.`);
}
