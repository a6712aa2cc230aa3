import { errorCode } from '../../runner/domain/error-code.ts';
import { conflict, type DomainError, unavailable } from './errors.ts';

/** Prisma's codes for what two requests at once can cause, and its names for the same in raw queries. */
const CLASHES: Readonly<Record<string, string>> = {
  P2002: 'There is already something of that name',
  P2003: 'Something that this refers to was removed meanwhile',
  P2025: 'It was removed meanwhile',
};
const RAW_CLASHES: Readonly<Record<string, keyof typeof CLASHES>> = {
  UniqueConstraintViolation: 'P2002',
  ForeignKeyConstraintViolation: 'P2003',
};

/** Prisma's code, its name in raw queries and PostgreSQL's codes of a deadlock and a serialization failure. */
const UNDONE = /^(P2034|TransactionWriteConflict|40001|40P01)$/;
const UNDONE_DETAIL =
  'Another request changed the same things at the same time, and nothing was changed; try again in a moment';

/** Prisma's connection errors, no free connection in time, a broken transaction, and a full server. */
const DOWN = /^(P1\d{3}|P2024|P2028|P2037)$/;
const EXPIRED_DETAIL =
  'The request took the database longer than it may, and nothing was changed; try again when it has less to do';
/** What P2028 says of a transaction whose database is up. */
const SLOW: readonly (readonly [said: RegExp, detail: string])[] = [
  [/expired transaction|timeout for this transaction/, EXPIRED_DETAIL],
  [
    /Unable to start a transaction in the given time/,
    'No database connection became free in time, and nothing was changed; try again in a moment',
  ],
];
/** What is wrong with one request only. */
const OWN_FAULTS: ReadonlySet<string> = new Set([UNDONE_DETAIL, EXPIRED_DETAIL]);
/** The same by the names of Prisma's driver, which is all that a raw query tells. */
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
 * PostgreSQL's own: the connection broke, the server lacks means, or it ends, starts or recovers; the
 * database takes no connections (55000), or no changes (25006), as while another server takes over.
 */
const SERVER_DOWN = /^(08|53|57P0|55000|25006)/;
/** Of the connection's socket. */
const SOCKET_DOWN =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/**
 * What the driver says of a connection, which bears no code; and of a server on this machine, whose
 * socket is a file that is gone while it is away.
 */
const CONNECTION_LOST =
  /^(connect ENOENT|Connection terminated|Client has encountered a connection|Client was closed|timeout exceeded when trying to connect)/m;

/** Known by its code, so that nothing of Prisma needs to be loaded here. */
export function fromDatabase(error: unknown): DomainError | null {
  // The client of the object store goes by the same sockets.
  if (!isObject(error) || '$metadata' in error) return null;
  const seen = seenIn(error);
  const clash = CLASHES[RAW_CLASHES[seen.kind] ?? seen.code];
  if (clash !== undefined) return conflict(clash);
  if ([seen.code, seen.kind, seen.sqlState].some((one) => UNDONE.test(one))) {
    return unavailable(UNDONE_DETAIL);
  }
  if (seen.code === 'P2028') {
    const slow = SLOW.find(([said]) => said.test(seen.message));
    if (slow !== undefined) return unavailable(slow[1]);
  }
  return isDown(seen) ? unavailable('The database is not reachable at the moment') : null;
}

/** Whether no other request would fare better, unlike with a transaction that was undone or took too long. */
export function isDatabaseAway(error: unknown): boolean {
  const answer = fromDatabase(error);
  return answer?.code === 'unavailable' && !OWN_FAULTS.has(answer.message);
}

interface Seen {
  readonly code: string;
  readonly message: string;
  /** Of Prisma's driver. */
  readonly kind: string;
  /** PostgreSQL's. */
  readonly sqlState: string;
}

function isDown({ code, message, kind, sqlState }: Seen): boolean {
  return (
    DOWN.test(code) ||
    SOCKET_DOWN.test(code) ||
    RAW_DOWN.has(kind) ||
    SERVER_DOWN.test(sqlState) ||
    CONNECTION_LOST.test(message)
  );
}

/** Prisma hands on what its driver saw as it is, or has made an error of its own of it. */
function seenIn(error: object): Seen {
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
