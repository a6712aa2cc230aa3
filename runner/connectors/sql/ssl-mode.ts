import type { ConnectionFields } from '../../domain/connection.ts';
import { UserError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import { trustedAuthorities, type TrustedAuthorities } from '../ca-certificate.ts';

/** The values of the option `sslmode`, with the meaning that libpq gives them. */
export const SSL_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof SSL_MODES)[number];

/** The mode that the options of a connection name. Default: `prefer`. @throws UserError */
export function sslModeOf({ sslmode = 'prefer' }: JsonObject): SslMode {
  const known = SSL_MODES.find((mode) => mode === sslmode);
  if (known !== undefined) return known;
  throw new UserError(`options.sslmode must be one of ${SSL_MODES.join(', ')}.`);
}

/** The authorities that a connection with a mode of TLS trusts. @throws UserError */
export function authoritiesOf(fields: ConnectionFields, mode: SslMode): TrustedAuthorities {
  return trustedAuthorities(fields, {
    isChecked: mode === 'verify-ca' || mode === 'verify-full',
    remedy: 'Set options.sslmode to verify-ca or verify-full.',
  });
}
