import type { ConnectionFields } from '../../../domain/connection.ts';
import { UserError } from '../../../domain/errors.ts';

const ACCOUNT = /^[a-z0-9]{3,24}$/;

/** Whether a text may be the name of an account, which becomes a part of the name of its server. */
export function isAccountName(text: string): boolean {
  return ACCOUNT.test(text);
}

/** Checks the account of a connection that names no server. @throws UserError */
export function checkAccount({ host, username }: ConnectionFields): void {
  const name = username ?? '';
  if ((host ?? '') !== '' || name === '' || isAccountName(name)) return;
  throw new UserError(
    'username must be the name of a storage account: 3 to 24 lower-case letters and digits. A server with other names needs "host".',
  );
}
