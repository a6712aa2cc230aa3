import { z } from 'zod';

/** So many causes of an error are searched. */
const MAX_CAUSES = 5;

/** Codes of some drivers are numbers, which mean an answer. */
const text = z.string().catch('');
const fields = z.object({ name: text, code: text, message: text });

/** The codes of sockets and drivers. 57P01: PostgreSQL ended the connection, perhaps after the commit. */
const CODES: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'ECONNRESET', 'EPIPE'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE'],
  ...[
    '57P01',
    'PROTOCOL_CONNECTION_LOST',
    'PROTOCOL_SEQUENCE_TIMEOUT',
    'ESOCKET',
    'ECLOSE',
    'ETIMEOUT',
  ],
]);

const NAMES = /^(TimeoutError|NetworkError|MongoNetwork\w*|MongoServerSelectionError)$/;

/** Of errors without a code or a name of their own. */
const MESSAGES = /Connection terminated|closed state|unexpected end of data|socket hang up/;

/**
 * Whether a request failed without the answer of the server, because the connection was lost or the server became
 * silent. Then nobody knows whether the server did what was asked. Also drivers that cannot connect again fail so.
 */
export function isConnectionLoss(error: unknown): boolean {
  let cause = error;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth += 1) {
    const { name, code, message } = fields.parse(cause);
    if (CODES.has(code) || NAMES.test(name) || MESSAGES.test(message)) return true;
    cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause;
  }
  return false;
}
