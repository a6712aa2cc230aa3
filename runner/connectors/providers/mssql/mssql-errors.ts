import { z } from 'zod';
import { networkReason } from '../../network-reason.ts';

/** The reasons of errors that a message of the server does not explain to the author of a flow, by number. */
const REASONS: Readonly<Record<number, string>> = {
  207: 'the table has no such column',
  208: 'there is no such table',
  229: 'the user has no permission for this',
  262: 'the user has no permission for this',
  916: 'the user may not use this database',
  1205: 'the server ended the transaction because of a deadlock, so start the run again',
  1222: 'another session kept the table locked for a minute, so start the run again',
  4060: 'there is no such database, or the user may not use it',
  8115: 'a number is beyond the range of its type',
  18456: 'the user or the password is wrong',
};

/** What the codes of the client mean. */
const CLIENT_REASONS: Readonly<Record<string, string>> = {
  ETIMEOUT: 'the server did not answer in time',
  ECLOSE: 'the server closed the connection',
  ESOCKET: 'the connection failed, or the server closed it',
  ELOGIN: 'the user or the password is wrong, or the server refuses this database',
};

const fields = z.object({
  code: z.string().optional(),
  number: z.number().optional(),
  message: z.string(),
  cause: z.unknown().optional(),
});

/** What went wrong, as the rest of a sentence; null for an error of another origin. */
export function describeMssqlError(error: unknown): string | null {
  const found = fields.safeParse(error).data;
  if (found === undefined) return networkReason(error);
  const network = networkReason(error) ?? networkReason(found.cause);
  return serverReason(found) ?? network ?? clientReason(found);
}

type ErrorFields = z.output<typeof fields>;

function serverReason({ number, message }: ErrorFields): string | null {
  if (number === undefined) return null;
  const reason = REASONS[number];
  return reason === undefined ? message : `${reason} (${message})`;
}

function clientReason({ code = '', message }: ErrorFields): string | null {
  if (code === 'EENCRYPT') return encryptionReason(message);
  if (message.includes('unexpected end of data')) return 'the server closed the connection';
  const known = CLIENT_REASONS[code];
  if (known !== undefined) return isClear(code) ? known : `${known} (${message})`;
  return code === 'EREQUEST' || code === 'EPARAM' ? message : null;
}

/** Whether the message of the driver adds nothing. */
function isClear(code: string): boolean {
  return code === 'ETIMEOUT' || code === 'ECLOSE';
}

function encryptionReason(message: string): string {
  return message.includes('requires')
    ? 'the server accepts only connections with TLS'
    : 'the server has no TLS';
}
