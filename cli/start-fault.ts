import { ConfigError } from '../api/config.ts';
import { DatabaseInUseError } from '../prisma/embedded/stale-server.ts';
import { UserError } from '../runner/domain/errors.ts';

interface SystemError {
  readonly code: string;
  readonly address?: string;
  readonly port?: number;
  readonly path?: string;
  readonly hostname?: string;
}

type Sentence = (error: SystemError) => string;

const folder: Sentence = ({ path }) =>
  `The folder ${path ?? ''} cannot be used; name another one by --data-dir or SERVICE_DATA_DIR, or give this user the right to write there.`;
const notAFolder: Sentence = ({ path }) =>
  `${path ?? 'The data folder'} is no folder; name one by --data-dir or SERVICE_DATA_DIR.`;
const address: Sentence = ({ address: at, hostname }) =>
  `This machine has no address ${at ?? hostname ?? ''} to listen on; name another one by --host or SERVICE_HOST.`;
const port: Sentence = ({ port: taken }) =>
  `Port ${taken ?? ''} cannot be listened on: it is taken or needs more rights. Name another one by --port or SERVICE_PORT.`;

const SENTENCES: ReadonlyMap<string, Sentence> = new Map<string, Sentence>([
  ['EADDRINUSE', port],
  ['EADDRNOTAVAIL', address],
  ['ENOTFOUND', address],
  ['EEXIST', notAFolder],
  ['ENOTDIR', notAFolder],
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
      `Nothing listens at ${at ?? ''}:${to ?? ''}, where SERVICE_DATABASE_URL or another setting leads; is the server up?`,
  ],
]);

/**
 * What keeps a service from starting, as a sentence when it is for the person who starts it to mend.
 * @returns a UserError, or the error as it is when it is a defect
 */
export function startFault(error: unknown): unknown {
  if (error instanceof ConfigError || error instanceof DatabaseInUseError) {
    return new UserError(error.message, { cause: error });
  }
  const sentence = isSystemError(error) ? SENTENCES.get(error.code)?.(error) : undefined;
  return sentence === undefined ? error : new UserError(sentence, { cause: error });
}

function isSystemError(error: unknown): error is SystemError {
  return (
    typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
  );
}
