import { z } from 'zod';
import { networkReason } from '../../network-reason.ts';
import { CellDoesNotFit } from './mysql-types.ts';

/** The reasons of errors that a message of the server does not explain to the author of a flow, by number. */
const REASONS: Readonly<Record<number, string>> = {
  1040: 'the server has no free connections',
  1044: 'the user may not use this database',
  1045: 'the user or the password is wrong',
  1049: 'there is no such database',
  1053: 'the server is stopping',
  1064: 'the statement has a syntax error, or is more than one statement',
  1118: 'the table has more columns than a row of the server can hold',
  1129: 'the server refuses this host after too many failed connections',
  1130: 'the server refuses this host',
  1142: 'the user has no permission for this',
  1143: 'the user has no permission for this',
  1153: 'a row is larger than the server accepts (max_allowed_packet)',
  1205: 'another session kept the table locked for a minute, so start the run again',
  1213: 'the server ended the transaction because of a deadlock, so start the run again',
  1227: 'the user has no permission for this',
  1317: 'the statement was cancelled, or took longer than the server allows',
  1698: 'the user or the password is wrong',
  1792: 'the statement would write, and an input may only read',
  1969: 'the statement was cancelled, or took longer than the server allows',
  3024: 'the statement was cancelled, or took longer than the server allows',
  3159: 'the server accepts only connections with TLS',
  4031: 'the server closed the connection because it was idle',
};

/** What the codes of the client mean. */
const CLIENT_REASONS: Readonly<Record<string, string>> = {
  PROTOCOL_CONNECTION_LOST: 'the server closed the connection',
  PROTOCOL_SEQUENCE_TIMEOUT: 'the server did not answer in time',
  HANDSHAKE_NO_SSL_SUPPORT: 'the server has no TLS',
};

const fields = z.object({
  errno: z.number().optional(),
  code: z.string().optional(),
  message: z.string(),
  sqlMessage: z.string().optional(),
});

/** What the server cannot compute although the engines can, by number. */
const LIMITS: ReadonlySet<number | undefined> = new Set([
  // Out of sort memory.
  1038,
  // More values than a statement may have.
  1390,
  // A stack that is too small for the statement.
  1436,
  // A number beyond its range.
  1690,
]);

/** Whether a number left its range, a cell its type, or a statement is larger than the server allows. */
export function isMysqlOutOfRange(error: unknown): boolean {
  return error instanceof CellDoesNotFit || LIMITS.has(fields.safeParse(error).data?.errno);
}

/** What went wrong, as the rest of a sentence; null for an error of another origin. */
export function describeMysqlError(error: unknown): string | null {
  if (error instanceof CellDoesNotFit) return 'a cell changed its type while the run began';
  const network = networkReason(error);
  if (network !== null) return network;
  const found = fields.safeParse(error).data;
  return found === undefined ? null : (serverReason(found) ?? clientReason(found));
}

type ErrorFields = z.output<typeof fields>;

function serverReason({ errno, sqlMessage }: ErrorFields): string | null {
  if (errno === undefined || sqlMessage === undefined) return null;
  const reason = REASONS[errno];
  return reason === undefined ? sqlMessage : `${reason} (${sqlMessage})`;
}

function clientReason({ code = '', message }: ErrorFields): string | null {
  const known = CLIENT_REASONS[code];
  if (known !== undefined) return known;
  if (message.startsWith('The field name')) return `${message} Name the column by AS`;
  if (message.includes('closed state')) return 'the server closed the connection';
  return /SSL|TLS|certificate|handshake|packets out of order/i.test(`${code} ${message}`)
    ? message
    : null;
}
