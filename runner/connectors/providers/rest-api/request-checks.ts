import { UserError } from '../../../domain/errors.ts';

/** Headers that would store a secret in the connection. */
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
]);

/** Headers that belong to the protocol. */
const PROTOCOL_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'keep-alive',
  'accept-encoding',
]);

/** Query parameters that would store a secret in the connection. */
const SECRET_PARAMETERS: ReadonlySet<string> = new Set([
  'api_key',
  'api-key',
  'apikey',
  'api_token',
  'apitoken',
  'access_token',
  'auth',
  'auth_token',
  'authorization',
  'bearer',
  'client_secret',
  'key',
  'password',
  'private_token',
  'secret',
  'sig',
  'signature',
  'token',
]);

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Visible characters of Latin-1, blanks and tabs. */
export const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Checks a header of the options.
 * @param isCredential whether the header has the secret of the connection
 * @throws UserError, without the value
 */
export function checkHeader(
  [name, value]: readonly [string, string],
  { isCredential } = { isCredential: false },
): void {
  const field = isCredential ? 'options.api_key_header' : 'options.headers';
  if (!TOKEN.test(name)) throw new UserError(`${field} has an invalid name of a header.`);
  const key = name.toLowerCase();
  if (PROTOCOL_HEADERS.has(key)) {
    throw new UserError(`${field} names the header ${key}, which belongs to the protocol.`);
  }
  if (!isCredential && SECRET_HEADERS.has(key)) {
    throw new UserError(
      `${field}.${name} would store a secret. Use auth_style and password_env with a reference to it.`,
    );
  }
  if (!HEADER_VALUE.test(value)) {
    throw new UserError(`${field}.${name} has characters that no header can have.`);
  }
}

/** Rejects query parameters that are credentials. @throws UserError that names the field */
export function checkParameters(names: readonly string[], field: string): void {
  const secret = names.find((name) => SECRET_PARAMETERS.has(name.trim().toLowerCase()));
  if (secret === undefined) return;
  throw new UserError(
    `${field} has the parameter "${secret}", which would store a secret. Use auth_style query_param and password_env with a reference to it.`,
  );
}
