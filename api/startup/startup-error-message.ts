import { DatabaseInUseError } from '../../prisma/embedded/stale-server.ts';
import { DatabaseConnectError } from '../../prisma/migrate.ts';
import { ObjectStoreRefusedError } from '../object-store/confirm-object-store.ts';
import { UnsupportedDatabaseError } from '../../prisma/unsupported-database-error.ts';
import { errorMessage } from '../../runner/domain/error-message.ts';

interface SystemError {
  readonly code: string;
  readonly message: string;
  readonly address?: string;
  readonly port?: number;
  readonly path?: string;
  readonly hostname?: string;
  readonly syscall?: string;
}

type Sentence = (error: SystemError) => string | null;

const folder: Sentence = ({ path }) =>
  `The folder ${path ?? ''} cannot be used; name another one by --data-dir or SERVICE_DATA_DIR, or give this user the right to write there.`;
const notAFolder: Sentence = ({ path }) =>
  `${path ?? 'The data folder'} is no folder; name one by --data-dir or SERVICE_DATA_DIR.`;
const address: Sentence = ({ address: at, hostname }) =>
  `This machine has no address ${at ?? hostname ?? ''} to listen on; name another one by --host or SERVICE_HOST.`;
const port: Sentence = ({ port: taken }) =>
  `Port ${taken ?? ''} cannot be listened on: it is taken or needs more rights. Name another one by --port or SERVICE_PORT.`;

/** The SQLSTATE of a missing privilege. */
const INSUFFICIENT_PRIVILEGE = '42501';

const SENTENCES: ReadonlyMap<string, Sentence> = new Map<string, Sentence>([
  ['EADDRINUSE', port],
  ['EADDRNOTAVAIL', address],
  ['ENOTFOUND', address],
  ['EEXIST', notAFolder],
  ['ENOTDIR', notAFolder],
  // From any call but mkdir it is a defect.
  ['ENOENT', (error) => (error.syscall === 'mkdir' ? folder(error) : null)],
  ['EROFS', folder],
  ['EPERM', folder],
  ['EACCES', (error) => (error.port === undefined ? folder(error) : port(error))],
  [
    'ENOSPC',
    ({ path }) => `No space is left on the disk${path === undefined ? '' : ` of ${path}`}.`,
  ],
  [
    'ECONNREFUSED',
    ({ address: at, port: to }) =>
      `Nothing listens at ${at ?? ''}:${to ?? ''}, where a setting leads; is the server up?`,
  ],
  [
    INSUFFICIENT_PRIVILEGE,
    ({ message }) =>
      `The database refuses: ${message}. The user of SERVICE_DATABASE_URL must own the database, or may create in its schema.`,
  ],
]);

/**
 * Explains an error of the start in a sentence that says what to do.
 * @returns null for a defect, whose stack is logged instead
 */
export function startupErrorMessage(error: unknown): string | null {
  if (error instanceof DatabaseConnectError) {
    return `No connection to the database: ${error.message}. Is SERVICE_DATABASE_URL right, and the server up?`;
  }
  const isForPeople = [DatabaseInUseError, UnsupportedDatabaseError, ObjectStoreRefusedError];
  if (isForPeople.some((type) => error instanceof type)) return errorMessage(error);
  return isSystemError(error) ? (SENTENCES.get(error.code)?.(error) ?? null) : null;
}

function isSystemError(error: unknown): error is SystemError {
  return (
    typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
  );
}
