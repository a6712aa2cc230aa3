import { isIPv6 } from 'node:net';
import type { ConnectionFields } from '../../../domain/connection.ts';
import { UserError } from '../../../domain/errors.ts';
import { trustedAuthorities, type TrustedAuthorities } from '../../ca-certificate.ts';
import { optionsOf } from '../../provider.ts';
import { checkNoTarget } from '../../sql/target-options.ts';

/** The values of the option `sslmode`. The protocol cannot ask for TLS, so there is no `prefer`. */
export const TLS_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;
export type TlsMode = (typeof TLS_MODES)[number];

/** What an address of a connection string could smuggle in is not part of a host name. */
const HOST = /^[\w.-]+$/;
/** What MongoDB accepts as the name of a database. */
const DATABASE = /^[^/\\. "$*<>:|?\0]{1,63}$/;

/**
 * Checks that the fields name one server and one database. The driver would read a list of hosts, options, or the
 * path of a socket in the host.
 * @throws UserError
 */
export function checkAddress(fields: ConnectionFields): void {
  checkNoTarget(fields);
  const { host, database } = fields;
  if (host !== null && !isOneHost(host)) {
    throw new UserError(
      'host must be the name or the address of one server, without mongodb://, a port or a list. Of a replica set, name its primary.',
    );
  }
  if (database !== null && !DATABASE.test(database)) {
    throw new UserError(
      'database must be the name of a database of MongoDB: at most 63 characters, without spaces and / \\ . " $ * < > : | ?',
    );
  }
  authSourceOf(fields);
  mongoTls(fields);
}

/** The database in which the user was created. @throws UserError */
export function authSourceOf(fields: ConnectionFields): string {
  const { auth_source: source = 'admin' } = optionsOf(fields);
  if (typeof source === 'string' && DATABASE.test(source)) {
    return source;
  }
  throw new UserError('options.auth_source must be the name of a database.');
}

/** @throws UserError */
function tlsModeOf(fields: ConnectionFields): TlsMode {
  const { sslmode = 'disable' } = optionsOf(fields);
  const known = TLS_MODES.find((mode) => mode === sslmode);
  if (known !== undefined) return known;
  throw new UserError(`options.sslmode must be one of ${TLS_MODES.join(', ')}.`);
}

function isOneHost(host: string): boolean {
  // The driver takes such a name for the path of a local socket.
  if (host.toLowerCase().endsWith('.sock')) return false;
  return HOST.test(host) || isIPv6(host);
}

/** The mode of TLS, and the authorities that the connection trusts. @throws UserError */
export function mongoTls(
  fields: ConnectionFields,
): TrustedAuthorities & { readonly mode: TlsMode } {
  const mode = tlsModeOf(fields);
  const trusted = trustedAuthorities(fields, {
    isChecked: mode === 'verify-ca' || mode === 'verify-full',
    remedy: 'Set options.sslmode to verify-ca or verify-full.',
  });
  return { ...trusted, mode };
}
