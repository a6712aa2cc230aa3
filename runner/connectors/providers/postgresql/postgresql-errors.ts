import { errorCode } from '../../../domain/error-code.ts';
import { networkReason } from '../../network-reason.ts';
import { NO_UNIQUE_KEY } from '../../sql/transactional-write.ts';

/** The reasons of errors that a message of the server does not explain to the author of a flow. */
const REASONS: Readonly<Record<string, string>> = {
  '28P01': 'the user or the password is wrong',
  '28000': 'the server refuses this user, host or database',
  '3D000': 'there is no such database',
  '53300': 'the server has no free connections',
  '55P03': 'another session kept the table locked for a minute, so start the run again',
  '57P03': 'the server is starting or stopping',
  '57014': 'the statement was cancelled, or took longer than the server allows',
  '57P01': 'the server ended the connection',
  '42501': 'the user has no permission for this',
  '42P10': NO_UNIQUE_KEY,
  '25006': 'the statement would write, and an input may only read',
};

/** What went wrong, as the rest of a sentence; null for an error of another origin. */
export function describePostgresqlError(error: unknown): string | null {
  const network = networkReason(error);
  if (network !== null) return network;
  if (!(error instanceof Error)) return null;
  const code = errorCode(error);
  if (code !== undefined && /^[0-9A-Z]{5}$/.test(code)) {
    const reason = REASONS[code];
    return reason === undefined ? withPlace(error) : `${reason} (${error.message})`;
  }
  return /SSL|certificate|SASL|Connection terminated|timeout/i.test(error.message)
    ? connectionReason(error.message)
    : null;
}

function connectionReason(message: string): string {
  if (message.includes('client password must be')) {
    return 'the server asks for a password, and the connection has no secret reference';
  }
  if (/timeout/i.test(message)) return 'the server did not answer in time';
  if (message.includes('Connection terminated')) return 'the server closed the connection';
  return message;
}

/** The message of the server, with the row and the column where COPY failed. */
function withPlace(error: Error & { readonly where?: unknown }): string {
  const place = typeof error.where === 'string' ? /^COPY [^\n]*/.exec(error.where) : null;
  return place === null ? error.message : `${error.message} (${place[0]})`;
}
