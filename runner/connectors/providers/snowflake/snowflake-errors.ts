import { z } from 'zod';
import { networkReason } from '../../network-reason.ts';

/** The reasons of errors that a message of the server does not explain to the author of a flow, by code. */
const REASONS: Readonly<Record<string, string>> = {
  '000606': 'no warehouse is selected, so choose one in the connection',
  '002003': 'there is no such table, or the role may not use it',
  '003001': 'the role has no permission for this',
  '090105': 'no database is selected',
  '090106': 'no schema is selected, so choose one in the connection or in the node',
  '390100': 'the user or the password is wrong',
  '390144': 'the private key is not that of the user',
  '390189': 'there is no such role, or the user may not use it',
};

const fields = z.object({
  name: z.string(),
  code: z.union([z.string(), z.number()]).optional(),
  message: z.string().optional(),
  cause: z.unknown().optional(),
  response: z.object({ statusCode: z.number() }).optional().catch(undefined),
});

type ErrorFields = z.output<typeof fields>;

/** How an error of the driver is explained, by its name. */
const EXPLANATIONS: Readonly<Record<string, (error: ErrorFields) => string>> = {
  OperationFailedError: serverReason,
  NetworkError: (error) => networkReason(error.cause) ?? connectionReason(error),
  RequestFailedError: ({ response }) =>
    response?.statusCode === 403 || response?.statusCode === 404
      ? `there is no such account, or it refuses this machine (HTTP ${response.statusCode})`
      : `the server answered with HTTP ${response?.statusCode ?? 'of no status'}`,
  LargeResultSetError: ({ response }) =>
    `the rows cannot be fetched from the storage of the account (HTTP ${response?.statusCode ?? 'of no status'})`,
  UnexpectedContentError: () => 'the answer is not that of a Snowflake server',
  ClientError: clientReason,
  InvalidParameterError: clientReason,
  MissingParameterError: clientReason,
};

/** Whether an error of the driver means that the server gave no answer at all. */
export function isNetworkError(error: unknown): boolean {
  return fields.safeParse(error).data?.name === 'NetworkError';
}

/** What went wrong, as the rest of a sentence; null for an error of another origin. */
export function describeSnowflakeError(error: unknown): string | null {
  const found = fields.safeParse(error).data;
  const explain = found === undefined ? undefined : EXPLANATIONS[found.name];
  return found === undefined || explain === undefined ? networkReason(error) : explain(found);
}

function serverReason({ code = '', message = 'the server gives no reason' }: ErrorFields): string {
  const said = message.replaceAll(/\s+/g, ' ').trim();
  const reason = REASONS[String(code)];
  return reason === undefined ? said : `${reason} (${said})`;
}

function connectionReason({ cause, message = '' }: ErrorFields): string {
  const { code } = z.object({ code: z.string() }).catch({ code: '' }).parse(cause);
  if (code === 'ECONNABORTED') return 'the server did not answer in time';
  return `the connection failed, or the server closed it (${message})`;
}

function clientReason({ message = '' }: ErrorFields): string {
  return message;
}
