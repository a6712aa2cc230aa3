import { errorCode } from '../../runner/domain/error-code.ts';
import { conflict, type DomainError, unavailable } from './errors.ts';

/** Prisma's codes of conflicts between concurrent requests. */
const CONFLICTS: Readonly<Record<string, string>> = {
  P2002: 'There is already something of that name',
  P2003: 'Something that this refers to was removed meanwhile',
  P2025: 'It was removed meanwhile',
};
const RAW_CONFLICTS: Readonly<Record<string, keyof typeof CONFLICTS>> = {
  UniqueConstraintViolation: 'P2002',
  ForeignKeyConstraintViolation: 'P2003',
};

/** A deadlock or serialization failure: Prisma's code, its name in raw queries, and PostgreSQL's codes. */
const ROLLED_BACK = /^(P2034|TransactionWriteConflict|40001|40P01)$/;
const UNDONE_DETAIL =
  'Another request changed the same things at the same time, and nothing was changed; try again in a moment';

/** Prisma's codes of connection errors, a pool timeout, a broken transaction and a full server. */
const DOWN = /^(P1\d{3}|P2024|P2028|P2037)$/;
const EXPIRED_DETAIL =
  'The request took the database longer than it may, and nothing was changed; try again when it has less to do';
/** The messages of P2028 while the database is up. */
const SLOW: readonly (readonly [pattern: RegExp, detail: string])[] = [
  [/expired transaction|timeout for this transaction/, EXPIRED_DETAIL],
  [
    /Unable to start a transaction in the given time/,
    'No database connection became free in time, and nothing was changed; try again in a moment',
  ],
];
/** These concern one request, not the database. */
const SINGLE_REQUEST_DETAILS: ReadonlySet<string> = new Set([UNDONE_DETAIL, EXPIRED_DETAIL]);
/** The names that Prisma's driver gives the same errors; a raw query reports only these. */
const RAW_DOWN: ReadonlySet<string> = new Set([
  'AuthenticationFailed',
  'ConnectionClosed',
  'DatabaseAccessDenied',
  'DatabaseDoesNotExist',
  'DatabaseNotReachable',
  'SocketTimeout',
  'TlsConnectionError',
  'TooManyConnections',
]);
/**
 * PostgreSQL's codes: the connection failed, the server lacks resources, shuts down, starts or recovers, or
 * the database accepts no connections (55000) or no writes (25006), as during a failover.
 */
const SERVER_DOWN = /^(08|53|57P0|55000|25006)/;
/** Codes of the socket. */
const SOCKET_DOWN =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Messages of the driver without a code. `ENOENT` is the missing socket file of a local server. */
const CONNECTION_LOST =
  /^(connect ENOENT|Connection terminated|Client has encountered a connection|Client was closed|timeout exceeded when trying to connect)/m;

/**
 * Translates an error of the database for the caller; null for any other error. Codes identify it, so that
 * this module need not load Prisma.
 */
export function fromDatabase(error: unknown): DomainError | null {
  // The client of the object store reports the same socket codes.
  if (!isObject(error) || '$metadata' in error) return null;
  const details = detailsOf(error);
  const conflicting = CONFLICTS[RAW_CONFLICTS[details.kind] ?? details.code];
  if (conflicting !== undefined) return conflict(conflicting);
  if ([details.code, details.kind, details.sqlState].some((one) => ROLLED_BACK.test(one))) {
    return unavailable(UNDONE_DETAIL);
  }
  if (details.code === 'P2028') {
    const slow = SLOW.find(([pattern]) => pattern.test(details.message));
    if (slow !== undefined) return unavailable(slow[1]);
  }
  return isDown(details) ? unavailable('The database is not reachable at the moment') : null;
}

/** Whether the database is unreachable for every request, not only for the one that failed. */
export function isDatabaseAway(error: unknown): boolean {
  const answer = fromDatabase(error);
  return answer?.code === 'unavailable' && !SINGLE_REQUEST_DETAILS.has(answer.message);
}

interface ErrorDetails {
  readonly code: string;
  readonly message: string;
  /** The name that Prisma's driver gives the error. */
  readonly kind: string;
  /** The code that PostgreSQL gives the error. */
  readonly sqlState: string;
}

function isDown({ code, message, kind, sqlState }: ErrorDetails): boolean {
  return (
    DOWN.test(code) ||
    SOCKET_DOWN.test(code) ||
    RAW_DOWN.has(kind) ||
    SERVER_DOWN.test(sqlState) ||
    CONNECTION_LOST.test(message)
  );
}

/** Prisma throws the error of its driver, or its own error with that inside. */
function detailsOf(error: object): ErrorDetails {
  const driverError = at(at(error, 'meta'), 'driverAdapterError') ?? error;
  const cause = at(driverError, 'cause');
  return {
    code: errorCode(error) ?? '',
    message: text(at(error, 'message')),
    kind: text(at(cause, 'kind')),
    sqlState: text(at(cause, 'originalCode')),
  };
}

function at(value: unknown, key: string): unknown {
  return isObject(value) ? (value as Readonly<Record<string, unknown>>)[key] : undefined;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
