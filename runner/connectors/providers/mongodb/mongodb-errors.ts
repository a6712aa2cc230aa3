import { BSON, MongoError } from 'mongodb';
import { networkReason } from '../../network-reason.ts';

/** The reasons of errors that a message of the server does not explain to the author of a flow, by number. */
const REASONS: Readonly<Record<number, string>> = {
  13: 'the user has no permission for this',
  18: 'the user or the password is wrong, or options.auth_source is not the database of the user',
  26: 'there is no such collection',
  48: 'another program created the collection meanwhile, so start the run again',
  50: 'the operation took longer than the server allows',
  91: 'the server is stopping',
  121: 'a document breaks the rules of the collection',
  166: 'the server cannot do this with a view',
  10_107: 'the server is not the primary of its replica set any more, so start the run again',
  11_000: 'a document has the same values of a unique index as another one',
  11_600: 'the server is stopping',
};

/** The codes of errors that a caller handles. */
export const DUPLICATE_KEY = 11_000;
export const NOT_IMPLEMENTED = 238;

/** The number of an error of a server; null for other errors. */
export function serverCode(error: unknown): number | null {
  if (!(error instanceof MongoError)) return null;
  return typeof error.code === 'number' ? error.code : null;
}

/** What went wrong, as the rest of a sentence; null for an error of another origin. */
export function describeMongoError(error: unknown): string | null {
  for (const cause of causesOf(error)) {
    const network = networkReason(cause);
    if (network !== null) return withTlsHint(network);
  }
  if (error instanceof BSON.BSONError) return `a document cannot be read: ${error.message}`;
  if (!(error instanceof MongoError)) return null;
  const code = serverCode(error);
  if (code !== null) {
    const reason = REASONS[code];
    return reason === undefined ? error.message : `${reason} (${error.message})`;
  }
  return withTlsHint(clientReason(error));
}

function clientReason(error: MongoError): string {
  const names = causesOf(error).map((cause) => (cause instanceof Error ? cause.name : ''));
  // The error of a bulk write has only the message of its cause.
  if (names.includes('MongoNetworkTimeoutError') || error.message.endsWith(' timed out')) {
    return 'the server did not answer in time';
  }
  if (error.message.endsWith(' closed')) return 'the server closed the connection';
  if (error.message.includes('Server selection timed out'))
    return 'the server did not answer in time';
  return error.message;
}

/** TLS that only one side speaks looks like a server that closes. */
function withTlsHint(reason: string): string {
  return reason === 'the server closed the connection'
    ? `${reason}; check also whether options.sslmode is as the server needs it`
    : reason;
}

/** An error and its causes. */
function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let cause = error; cause instanceof Error && causes.length < 5; cause = cause.cause) {
    causes.push(cause);
  }
  return causes;
}
